import Glibc
import MusicLibrary
import PlayerCore

// What is measured and tried on the library as it is, from outside; `meson-shim/bench` runs it.
//
// - `Measure`: how fast lists open and searches answer.
// - `KillCheck`: processes that write (`Victim`) are killed at random moments, and what is left is looked at.
// - `MutationCheck`: damaged files (`Mutation`, made of `MutationSeeds`) through the scanner.

let usage = """
  LibraryBench measure DATABASE QUERY…
  LibraryBench kill [COUNT [SEED]]
  LibraryBench mutate [COUNT [SEED]]
  """

let arguments = Array(CommandLine.arguments.dropFirst())
func number(_ index: Int, _ standard: Int) -> Int {
  arguments.indices.contains(index) ? Int(arguments[index]) ?? standard : standard
}

switch arguments.first {
case "measure":
  guard arguments.count > 2, let file = FilePath(arguments[1]), let place = LibraryPlace(library: file) else {
    print(usage)
    exit(64)
  }
  try await measure(place, Array(arguments.dropFirst(2)))
case "kill":
  var check = KillCheck(seed: UInt64(number(2, 1)))
  exit(try await check.run(number(1, 200)) == 0 ? 0 : 1)
case "victim":
  guard arguments.count == 4, let deed = Victim.Deed(rawValue: arguments[1]),
    let folder = FilePath(arguments[2])
  else { exit(64) }
  try await Victim(deed, folder, from: number(3, 0)).run()
case "mutate":
  var check = MutationCheck(seed: UInt64(number(2, 1)))
  exit(try await check.run(number(1, 20000)) == 0 ? 0 : 1)
default:
  print(usage)
  exit(64)
}
