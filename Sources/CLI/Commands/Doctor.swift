import ArgumentParser
import Server

/// The command that checks everything the ledger needs.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Check settings, files, database, rights, keys, clock, certificates and the connection to Apple.",
    discussion: "Prints each finding with its remedy; exits with 1 if a check fails.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() async throws {
    let findings = await Examination(try options.settings()).findings()
    try Printing.show(findings, lines: findings.map(\.line), asJSON: json)
    if findings.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }
}
