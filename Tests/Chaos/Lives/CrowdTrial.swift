import AppStoreSimulator

/// Lets one crowd live, in a store of its own that misbehaves, and holds the ledger to the truth of it.
struct CrowdTrial: Sendable {
  /// So many times in the lives of a crowd the ledger is asked.
  private static let questions: Int64 = 4
  /// Apple keeps notifications for 180 days.
  private static let sweepsInAYear: Int64 = 4
  /// Time passes so far at once: half of the time between two sweeps, so that what is late comes after
  /// what is not.
  private static let stride = Int64(46).days

  private let crowd: Crowd
  private let end: Int64
  private let reader: LedgerReader
  private let simulation: Simulation
  private let key = DeveloperKey()

  /// - Parameter end: when the lives end, milliseconds since 1970.
  init(
    of crowd: Crowd, ending end: Int64, selling goods: Catalogue, signedBy house: SigningHouse,
    misbehaving misbehaviour: Misbehaviour, heldTo reader: LedgerReader
  ) {
    self.crowd = crowd
    self.end = end
    self.reader = reader
    var world = World(
      of: LivesTrial.app, selling: goods, seed: crowd.seed,
      from: end - (crowd.years * 365).days)
    world.settle(customers: crowd.customers, living: crowd.ways, until: end, seed: crowd.seed)
    simulation = Simulation(
      of: world, signedBy: house, developerKey: key, misbehaving: misbehaviour,
      telling: HTTPLedgerLine(to: reader.url, key: reader.key).send)
  }

  func run(_ report: inout LivesTrial.Report) async throws -> LivedCrowd {
    do {
      let (lived, seen) = try await simulation.whileOpen { [report] store in
        var seen = report
        return (try await live(store, &seen), seen)
      }
      report = seen
      return lived
    } catch {
      throw BrokenTrial("\(error)\n  lived by \(crowd.command(ending: end))")
    }
  }

  private func live(
    _ store: String, _ report: inout LivesTrial.Report
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
    let posts = world.posts.count - (await simulation.pendingPosts)
    report.add(world, posts: posts, carried: carried.count)
    return LivedCrowd(crowd, world, moments)
  }

  private func advance(to moment: Int64) async throws {
    while await simulation.now < moment {
      try await simulation.advance(to: min(await simulation.now + Self.stride, moment))
    }
  }

  /// Lets the ledger hear everything up to now but what is lost; it must have taken all that games posted.
  private func hearAll() async throws {
    await simulation.withWorld { $0.openAllGames() }
    await simulation.deliverAll()
    let pending = await simulation.pendingPosts
    guard pending == 0 else {
      throw BrokenTrial("\(pending) posts of games were not taken by the ledger")
    }
  }

  private func ask(_ report: inout LivesTrial.Report) async throws {
    try await reader.waitUntilCaughtUp()
    let world = await simulation.withWorld { $0 }
    try await LivedCrowd(crowd, world, [world.now]).ask(reader, ending: end, &report)
  }
}
