import ArgumentParser
import Server

/// The command that checks everything the ledger needs.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Check settings, files, database, rights, keys, clock, certificates and the connection to Apple.",
    discussion: """
      Prints each finding with its remedy, within five seconds. Exits with 1 if a check fails: players or \
      money are harmed now. With --strict, warnings count too. Checks: \
      \(DoctorCheckName.allCases.map(\.rawValue).joined(separator: ", ")).
      """)

  @OptionGroup var options: SettingsOptions
  @Option(
    parsing: .upToNextOption,
    help: "Only these checks, each with a minute of time.")
  var only: [DoctorCheckName] = []
  @Option(
    help: """
      Warn if no backup is known of so many days (DAICHO_BACKUP_DAYS, \(Settings.backupDaysDefault)).
      """)
  var backupDays: String?
  @Flag(help: "Exit with 1 for warnings too.")
  var strict = false
  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() async throws {
    let settings = try options.settings([.backupDays: backupDays])
    let findings = await Examination(settings).findings(DoctorRound(only))
    try Printing.show(findings, lines: findings.map(\.line), asJSON: json)
    let harmful: [Finding.Verdict] = strict ? [.warn, .fail] : [.fail]
    if findings.contains(where: { harmful.contains($0.verdict) }) { throw ExitCode(1) }
  }
}

extension DoctorCheckName: ExpressibleByArgument {}
