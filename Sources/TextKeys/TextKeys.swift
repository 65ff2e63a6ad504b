// # TextKeys: text as it is searched and sorted
//
// - `FoldedText`: text with case, accents and typographic variants taken away, for search and grouping.
// - `SortKeys`: text as bytes whose order is that of the user's language.
// - `LegacyText`: bytes of an unknown charset, judged together and decoded.
//
// The first two are ICU's work behind CICU; plain ASCII, which most tags are, does not go through it.
