import ArgumentParser
import Foundation
import Server

/// The command that prints the manual page, which is made of the help of all commands.
struct ManualCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page: `daicho manual | man -l -`.")

  func run() async throws {
    try Printing.text(ManualPage.lines)
  }
}

/// The manual page of the program, in the language of `man`.
enum ManualPage {
  private static let columns = 79

  static var lines: [String] {
    let root = Daicho.configuration
    let head = [
      #".TH DAICHO 1 "" "daicho \#(VersionSheet.version)""#, ".SH NAME",
      #"daicho \- "# + escaped(root.abstract), ".SH DESCRIPTION",
    ]
    return head + help(of: Daicho.self) + [".SH COMMANDS"]
      + sections(of: Daicho.self, after: "daicho")
  }

  /// Returns a section for each command below another one, in the order of the help.
  private static func sections(
    of command: any ParsableCommand.Type, after words: String
  ) -> [String] {
    command.configuration.subcommands.flatMap { command in
      let name = "\(words) \(command._commandName)"
      return [".SS " + escaped(name)] + help(of: command) + sections(of: command, after: name)
    }
  }

  private static func help(of command: any ParsableCommand.Type) -> [String] {
    let text = Daicho.helpMessage(for: command, includeHidden: false, columns: columns)
    return [".nf"] + text.split(separator: "\n", omittingEmptySubsequences: false).map(escaped)
      + [".fi"]
  }

  /// Returns a line that `man` prints as it is.
  static func escaped(_ line: some StringProtocol) -> String {
    let text = line.replacingOccurrences(of: "\\", with: "\\e")
      .replacingOccurrences(of: "-", with: "\\-")
    return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
  }
}
