import AppStoreSimulator

/// A drill of one crowd in its own store that misbehaves, which compares the ledger with the truth.
struct CrowdDrill: Sendable {
  /// The number of times the ledger is asked during the lives of a crowd.
  private static let questions: Int64 = 4
  /// The number of sweeps in a year: Apple keeps notifications for 180 days.
  private static let sweepsInAYear: Int64 = 4
  /// The step of time: half of the time between two sweeps, so that late notifications come after
  /// others.
  private static let stride = Int64(46).days

  private let crowd: Crowd
  private let end: Int64
  private let reader: LedgerReader
  private let simulation: Simulation
  private let key = DeveloperKey()

  /// - Parameter end: the end of the lives, in milliseconds since 1970.
  init(
    of crowd: Crowd, ending end: Int64, selling goods: StoreCatalog,
    signedBy authority: SigningAuthority,
    misbehaving misbehavior: Misbehavior, heldTo reader: LedgerReader,
    erasing eraser: @escaping AccountEraser
  ) {
    self.crowd = crowd
    self.end = end
    self.reader = reader
    var world = World(
      of: LivesDrill.app, selling: goods, seed: crowd.seed,
      from: end - (crowd.years * 365).days)
    world.settle(
      customers: crowd.customers, living: crowd.ways, playing: GameHabits(isErasing: true),
      until: end, seed: crowd.seed)
    simulation = Simulation(
      of: world, signedBy: authority, developerKey: key, misbehaving: misbehavior,
      telling: HTTPLedgerLine(to: reader.url, key: reader.key).send, erasing: eraser)
  }

  func run(_ report: inout LivesDrill.Report) async throws -> LivedCrowd {
    do {
      let (lived, seen) = try await simulation.whileOpen { [report] store in
        var seen = report
        return (try await live(store, &seen), seen)
      }
      report = seen
      return lived
    } catch {
      throw BrokenDrill("\(error)\n  lived by \(crowd.command(ending: end))")
    }
  }

  private func live(
    _ store: String, _ report: inout LivesDrill.Report
  ) async throws -> LivedCrowd {
    let sweep = Sweep(store: store, key: key, ledger: reader.url)
    let start = await simulation.now
    let steps = crowd.years * Self.sweepsInAYear
    var moments: [Int64] = []
    var carried: Set<String> = []
    for step in 1...steps {
      try await advance(to: start + (end - start) * step / steps)
      let asks = step * Self.questions % steps < Self.questions
      if asks { try await hearAll() }
      let now = await simulation.now
      carried.formUnion(try await sweep.run(at: now))
      guard asks else { continue }
      try await ask(&report)
      moments.append(now)
    }
    let world = await simulation.withWorld { $0 }
    let requests = world.requests.count - (await simulation.pendingRequests)
    report.add(world, requests: requests, carried: carried.count)
    return LivedCrowd(crowd, world, moments)
  }

  private func advance(to moment: Int64) async throws {
    while await simulation.now < moment {
      try await simulation.advance(to: min(await simulation.now + Self.stride, moment))
    }
  }

  /// Delivers everything up to now that is not lost. The ledger must have accepted all requests
  /// of games.
  private func hearAll() async throws {
    await simulation.withWorld { $0.openAllGames() }
    await simulation.deliverAll()
    let pending = await simulation.pendingRequests
    guard pending == 0 else {
      throw BrokenDrill("\(pending) requests of games were not accepted by the ledger")
    }
  }

  private func ask(_ report: inout LivesDrill.Report) async throws {
    try await reader.waitUntilCaughtUp()
    let world = await simulation.withWorld { $0 }
    try await LivedCrowd(crowd, world, [world.now]).ask(reader, ending: end, &report)
  }
}
