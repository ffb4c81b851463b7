import ArgumentParser
import Ledger
import Reconciliation

/// The commands that ask Apple for what was missed.
struct Reconcile: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Ask Apple for what was missed, and check that its last 180 days are complete here.",
    subcommands: [ReconcileRun.self, ReconcileStatus.self])
}

/// The apps and environments that a reconciliation command is about.
struct StoreOptions: ParsableArguments {
  @Option(help: "The app's bundle id; by default all apps with a Server API key.")
  var app: String?
  @Option(help: "Production or Sandbox; by default both, as far as they are configured.")
  var environment: String?

  func validate() throws {
    guard let environment else { return }
    guard StoreEnvironment.ofApple.contains(where: { $0.rawValue == environment }) else {
      throw ValidationError("--environment is Production or Sandbox")
    }
  }

  func stores(of parts: ReconciliationParts) throws -> [StoreEndpoint] {
    let stores = parts.stores.filter { store in
      app.map { store.bundleID.rawValue == $0 } ?? true
        && environment.map { store.environment.rawValue == $0 } ?? true
    }
    guard !stores.isEmpty else {
      throw WrongUsage(
        "no such app has a key of Apple's Server API: put issuerId, keyId and privateKeyFile into "
          + "DAICHO_APPS")
    }
    return stores
  }
}

struct ReconcileRun: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Read Apple's notification history and ingest what is missing.",
    discussion: """
      Without --days it reads what was not read yet; with --days it reads all of those days again. \
      Then it fetches every pending answer from Apple. An interrupted run resumes where it stopped.
      """)

  @OptionGroup var options: SettingsOptions
  @OptionGroup var which: StoreOptions
  @Option(help: "Read all of this many days again, 1 to 180.")
  var days: Int?
  @Flag(help: "Print the numbers as JSON.")
  var json = false

  func validate() throws {
    if let days, !(1...180).contains(days) { throw ValidationError("--days is 1 to 180") }
  }

  func run() async throws {
    let report = try await Composition.with(try options.settings()) { composition in
      let stores = try which.stores(of: composition.reconciliation)
      var report = ReconcileReport()
      for store in stores {
        report.add(try await sweep(store, by: composition.reconciliation.sweeper), of: store)
      }
      report.asked = try await composition.fetchPending()
      return report
    }
    if json { try Printing.json(report) } else { try Printing.text(report.lines) }
    if report.isUnderWayElsewhere { throw ExitCode(1) }
  }

  private func sweep(_ store: StoreEndpoint, by sweeper: Sweeper) async throws -> [Sweep]? {
    let progress = ProgressLine("\(store.bundleID) \(store.environment.rawValue)")
    defer { progress.end() }
    if let days {
      return try await sweeper.sweep(lastDays: days, of: store, onPage: progress.show)
    }
    return try await sweeper.sweepWhatIsDue(of: store, onPage: progress.show)
  }
}

struct ReconcileStatus: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say if Apple's last 180 days are complete here.",
    discussion: "Exits with 0 if they are, with 1 if they are not.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var which: StoreOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    let body = try await Composition.with(try options.settings()) { composition in
      let service = ReconciliationService(composition.database.pool, log: composition.log)
      var bodies: [ReconciliationBody] = []
      for store in try which.stores(of: composition.reconciliation) {
        guard let status = try await service.status(of: store, at: Composition.now()) else {
          continue
        }
        bodies.append(ReconciliationBody(status))
      }
      return ReconciliationsBody(stores: bodies)
    }
    if json { try Printing.json(body) } else { try Printing.text(body.lines) }
    if !body.complete { throw ExitCode(1) }
  }
}
