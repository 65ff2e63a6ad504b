import Testing
import TextKeys

@Suite struct IndexLetterTests {
  private func letters(_ locale: String) throws -> String {
    let keys = try #require(SortKeys(locale: locale))
    return keys.indexLetters().map(\.text).joined()
  }

  @Test(arguments: [
    ("en_GB.UTF-8", "#ABCDEFGHIJKLMNOPQRSTUVWXYZ…"), ("C", "#ABCDEFGHIJKLMNOPQRSTUVWXYZ…"),
    ("", "#ABCDEFGHIJKLMNOPQRSTUVWXYZ…"), ("ja_JP.UTF-8", "#ABCDEFGHIJKLMNOPQRSTUVWXYZあかさたなはまやらわ…"),
    ("ko_KR.UTF-8", "#ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎABCDEFGHIJKLMNOPQRSTUVWXYZ…"),
    ("ru_RU", "#АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЫЭЮЯABCDEFGHIJKLMNOPQRSTUVWXYZ…"),
  ])
  func aLanguageHasItsLettersAndEnglish(_ locale: String, _ wanted: String) throws {
    let letters = try letters(locale)
    #expect(letters == wanted)
  }

  @Test(arguments: [
    ("en", "10 Years", "#"), ("en", "Änderung", "A"), ("en", "abba", "A"), ("en", "a", "A"),
    ("en", "Zoë", "Z"),
    ("en", "The Beatles", "B"), ("en", "Ωδή", "…"), ("en", "夜の駅", "…"), ("ja", "カフェ", "か"),
    ("ja", "がっこう", "か"),
    ("ja", "わをん", "わ"), ("ja", "駅", "…"), ("ja", "Ueno", "U"), ("ko", "가을", "ㄱ"), ("ko", "힘", "ㅎ"),
    ("ko", "Obi", "O"),
    ("ko", "Ωδή", "…"), ("sv", "Ängel", "Ä"), ("", "!", "#"),
  ])
  func aTextIsFoundUnderItsLetter(_ locale: String, _ text: String, _ wanted: String) throws {
    let keys = try #require(SortKeys(locale: locale))
    let key = keys.key(text)
    let letter = keys.indexLetters().last { !key.lexicographicallyPrecedes($0.start) }
    #expect(letter?.text == wanted)
  }
}
