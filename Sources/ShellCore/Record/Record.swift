// What is written of the shell: lines of text that come back bit for bit.
//
//   ShellSnapshot     what is kept between two sessions
//   ShellTrace        a recorded list of actions, and its replay
//   ShellActionText   every action as one line
//   TraceText         the words of a line

/// Why a text of the shell's can't be read.
public struct ShellTextError: Error, Equatable, Sendable {
  /// What is wrong.
  public enum Code: String, Equatable, Sendable {
    case newerVersion, unreadable
  }

  /// What is wrong, for programs.
  public var code: Code
  /// The line, from 1.
  public var line: Int
  /// A sentence for the user.
  public var message: String
}
