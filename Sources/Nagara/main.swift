import GLibBridge
import Glibc

// Nagara plays music. Where to read on: App/App.swift, which puts everything together.

let arguments = CommandLine.rawArguments
switch Options.parse(Array(arguments.dropFirst())) {
case .failure(let problem):
  printLine("nagara: \(problem.message)", to: STDERR_FILENO)
  printLine("Try “nagara --help”.", to: STDERR_FILENO)
  exit(64)  // EX_USAGE
case .success(let options) where options.showsHelp:
  printLine(Options.help, to: STDOUT_FILENO)
case .success(let options) where options.showsVersion:
  printLine("Nagara \(App.version)", to: STDOUT_FILENO)
case .success(let options) where options.headless != nil:
  exit(
    options.headless?.run(options) ?? 0)
case .success:
  Heap.settle()
  exit(App.run(arguments))
}

func printLine(_ text: String, to descriptor: Int32) {
  let line = Array((text + "\n").utf8)
  line.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
}

extension CommandLine {
  /// The arguments as bytes: a file's name need not be UTF-8.
  static var rawArguments: [[UInt8]] {
    (0..<Int(argc)).compactMap { index in
      unsafeArgv[index].map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}
