import ArgumentParser
import EventStore
import Postgres

/// The command that brings the database's schema forward.
struct Migrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Bring the schema forward; create the ledger if it is new.")

  @OptionGroup var options: SettingsOptions
  @Option(
    help: "Lanes of a new ledger (\(Installation.laneCountDefault)); fixed once it is created.")
  var lanes: Int16?

  func validate() throws {
    guard (1...1_024).contains(lanes ?? 1) else {
      throw ValidationError("--lanes is 1 to 1024")
    }
  }

  func run() async throws {
    let settings = try options.settings()
    if let home = EmbeddedHome(settings) {
      if let problem = home.problem(creating: true) { throw problem }
      try home.createKeys()
    }
    try await Database.with(settings, for: .migrating) { database in
      let pending = try await Database.migrator.pending(database.owner)
      try await database.migrate(lanes: lanes ?? Installation.laneCountDefault)
      try await EventLog.extendPartitions(database.owner)
      let created = try await Installation.read(database.pool).laneCount
      guard lanes ?? created == created else {
        throw Failure("the ledger was created with \(created) lanes; their number is fixed")
      }
      try Printing.text(
        pending.isEmpty ? "The schema is current." : "Applied \(pending.count) migrations.",
        "The ledger has \(created) lanes.")
    }
  }
}
