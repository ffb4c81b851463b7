import ArgumentParser
import Foundation
import Server

/// The command that prints the completions of a shell.
struct CompletionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completions of a shell: bash, zsh or fish.",
    discussion: """
      The package of Debian has them. Otherwise: `daicho completions bash \
      >~/.local/share/bash-completion/completions/daicho`, `daicho completions zsh` into a file _daicho in a \
      folder of $fpath, `daicho completions fish >~/.config/fish/completions/daicho.fish`.
      """)

  @Argument(
    help: "bash, zsh or fish.",
    completion: .list(CompletionShell.allCases.map(\.rawValue).sorted()))
  var shell: String

  func validate() throws {
    guard CompletionShell(rawValue: shell) != nil else {
      let names = CompletionShell.allCases.map(\.rawValue).sorted()
      throw ValidationError(
        "there are completions for \(names.joined(separator: ", "))"
          + NearestName.question(shell, among: names))
    }
  }

  func run() async throws {
    guard let shell = CompletionShell(rawValue: shell) else { return }
    try Printing.text(Daicho.completionScript(for: shell))
  }
}
