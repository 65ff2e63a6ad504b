// Widgets need the process's first thread, which `swift test` does not give: this program owns it. Each case
// is a name on the command line; it prints what failed and exits with the number of failures.

import Glibc
import ShellKit

let arguments = CommandLine.arguments
switch arguments.count > 1 ? arguments[1] : "" {
case "list": for test in TestCase.all { print(test.name) }
case "show": exit(showSample(Array(arguments.dropFirst(2))))
case let name: exit(TestCase.run(name))
}
