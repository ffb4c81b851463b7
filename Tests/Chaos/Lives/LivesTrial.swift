package import AppStoreSimulator
import AsyncHTTPClient
package import Foundation

/// Customers live in a simulated App Store that misbehaves; what a real ledger says of them must be
/// true, all along, and again after its projections were made anew.
package struct LivesTrial: Sendable {
  /// Who lives, and for how long.
  package struct Crowd: Sendable {
    package var customers: Int
    package var years: Int64
    package var ways: [WayOfLife]
    package var seed: UInt64

    package init(customers: Int, years: Int64, ways: [WayOfLife], seed: UInt64) {
      self.customers = customers
      self.years = years
      self.ways = ways
      self.seed = seed
    }
  }

  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)
  /// So many times in the lives of a crowd the ledger is asked.
  private static let questions: Int64 = 4
  /// Apple keeps notifications for 180 days.
  private static let sweepsInAYear: Int64 = 4

  private let process: LedgerProcess
  private let house: SigningHouse
  private let misbehaviour: Misbehaviour
  /// When the lives end, milliseconds since 1970: with it and a seed they can be lived again.
  private let end: Int64
  private let tell: @Sendable (String) -> Void

  /// The end of yesterday in UTC, milliseconds since 1970: the same all day.
  package static var yesterdaysEnd: Int64 {
    Int64(Date.now.timeIntervalSince1970) / 86_400 * 86_400_000
  }

  /// The binary is `daicho`; the home is a folder of the trial's own.
  package init(
    binary: URL, home: URL, port: Int, misbehaviour: Misbehaviour, ending end: Int64,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    process = LedgerProcess(binary: binary, home: home, port: port)
    house = try SigningHouse()
    self.misbehaviour = misbehaviour
    self.end = end
    self.tell = tell
  }

  /// Lets the crowds live one after the other, until now, and holds one ledger to all of it.
  package func run(_ crowds: [Crowd]) async throws -> Report {
    try process.prepare(
      bundleID: Self.app.bundleID, appAppleID: Self.app.appAppleID,
      rootCertificatePEM: house.rootCertificatePEM)
    var ledger = try process.serve()
    defer {
      if ledger.isRunning { Glibc.kill(ledger.processIdentifier, SIGKILL) }
      ledger.waitUntilExit()
    }
    let reader = try await reader()
    var report = Report()
    var pasts: [Past] = []
    for crowd in crowds { pasts.append(try await live(crowd, reader, &report)) }
    try process.stop(ledger)
    try await Rebuild(of: process).makeProjectionsAnew()
    ledger = try process.serve()
    try await reader.waitUntilReady()
    try await reader.waitUntilCaughtUp()
    for past in pasts { try await past.ask(reader, &report) }
    try await Invariants(of: process).check(notices: report.notifications)
    try process.stop(ledger)
    return report
  }

  private func reader() async throws -> LedgerReader {
    let url = "http://127.0.0.1:\(process.port)"
    let stranger = LedgerReader(of: url, key: "", bundleID: Self.app.bundleID)
    try await stranger.waitUntilReady()
    let key = try process.makeKey(scopes: "ingest,read")
    return LedgerReader(of: url, key: key, bundleID: Self.app.bundleID)
  }

  /// Lets one crowd live, in a store of its own.
  private func live(
    _ crowd: Crowd, _ reader: LedgerReader, _ report: inout Report
  ) async throws -> Past {
    let start = end - (crowd.years * 365).days
    var world = World(of: Self.app, selling: .game, seed: crowd.seed, from: start)
    world.settle(
      customers: crowd.customers, living: crowd.ways, until: end, seed: crowd.seed)
    let line = HTTPLedgerLine(to: reader.url, key: reader.key)
    let key = DeveloperKey()
    let simulation = Simulation(
      of: world, signedBy: house, developerKey: key, misbehaving: misbehaviour,
      telling: line.send)
    return try await withOpenStore(simulation) { store in
      let sweep = Sweep(store: store, key: key, line: line)
      let past = try await live(crowd, simulation, from: start, sweep, reader, &report)
      tell(report.line(of: crowd))
      return past
    }
  }

  private func live(
    _ crowd: Crowd, _ simulation: Simulation, from start: Int64, _ sweep: Sweep,
    _ reader: LedgerReader, _ report: inout Report
  ) async throws -> Past {
    let steps = crowd.years * Self.sweepsInAYear
    var moments: [Int64] = []
    for step in 1...steps {
      try await simulation.advance(to: start + (end - start) * step / steps)
      if step * Self.questions % steps < Self.questions {
        let moment = try await ask(crowd, simulation, sweep, reader, &report)
        moments.append(moment)
      } else {
        report.carried += try await sweep.run(at: await simulation.now)
      }
    }
    let lived = await simulation.withWorld { $0 }
    report.add(crowd, lived)
    return Past(crowd, lived, moments)
  }

  /// Lets the ledger hear everything up to now, and asks it of everybody.
  private func ask(
    _ crowd: Crowd, _ simulation: Simulation, _ sweep: Sweep, _ reader: LedgerReader,
    _ report: inout Report
  ) async throws -> Int64 {
    await simulation.withWorld { $0.openAllGames() }
    await simulation.deliverAll()
    let now = await simulation.now
    report.carried += try await sweep.run(at: now)
    try await reader.waitUntilCaughtUp()
    try await Past(crowd, await simulation.withWorld { $0 }, [now]).ask(reader, &report)
    return now
  }

  /// Opens a store on a port of its own, and closes it in the end.
  private func withOpenStore<Answer: Sendable>(
    _ simulation: Simulation, _ body: (_ url: String) async throws -> Answer
  ) async throws -> Answer {
    let (ports, opened) = AsyncStream.makeStream(of: Int.self)
    let server = AppStoreServer(of: simulation, port: 0)
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await server.run(hearsSignals: false) { opened.yield($0) }
      }
      defer { group.cancelAll() }
      guard let port = await ports.first(where: { _ in true }) else {
        throw BrokenTrial("the store did not open")
      }
      return try await body("http://127.0.0.1:\(port)")
    }
  }
}
