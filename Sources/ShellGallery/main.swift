// nagara-shell-gallery: the shell without music, one scene for each design that it answers.
//
//   Gallery      the window, its scenes and its menu       Options     what the command line may say
//   Inspector    shows the state, edits every metric       Replay      a recorded trace, without a display
//   Scenes/      four small apps on ShellKit's public API  Measure     what `bench shell` prints
//
// nagara-shell-gallery [--scene NAME] [--size W×H] [--replay FILE] [--measure] …; `--help` lists all.

import Glibc
import ShellKit

do {
  let options = try Options(Array(CommandLine.arguments.dropFirst()))
  switch options.command {
  case .help: print(Options.help)
  case .replay(let path): exit(replay(path))
  case .show: exit(runGallery(options))
  case .measure: exit(runMeasurement(options))
  }
} catch {
  complain(error.message)
  exit(2)
}
