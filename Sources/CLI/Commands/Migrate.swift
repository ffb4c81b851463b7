import ArgumentParser
import Server

/// The command that brings the database's schema forward.
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the schema forward; create the ledger if it is new.")

  @OptionGroup var options: SettingsOptions
  @Option(
    help: "Lanes of a new ledger (\(MigrationRun.lanesDefault)); fixed once it is created.")
  var lanes: Int16?
  @Flag(help: "Print {\"applied\",\"lanes\"}.")
  var json = false

  private struct Answer: Encodable {
    /// The number of migrations that were applied now.
    let applied: Int
    let lanes: Int16
  }

  func validate() throws {
    guard (1...1_024).contains(lanes ?? 1) else {
      throw ValidationError("--lanes is 1 to 1024")
    }
  }

  func run() async throws {
    let migration = try await MigrationRun(try options.settings()).run(lanes: lanes)
    let applied =
      migration.applied == 0
      ? "The schema is current." : "Applied \(migration.applied.counting("migration"))."
    try Printing.show(
      Answer(applied: migration.applied, lanes: migration.lanes),
      lines: [applied, "The ledger has \(migration.lanes.counting("lane"))."], asJSON: json)
  }
}
