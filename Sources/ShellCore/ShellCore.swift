// ShellCore
