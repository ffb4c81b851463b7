import AppStoreSimulator
package import Foundation

/// A drill in which guests are merged into users and separated again while both spend, over three
/// ledgers, which are killed meanwhile. In the end the sums of each pair must be exact.
package struct MergeDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var merges = 0
    package internal(set) var undos = 0
    package internal(set) var booked = 0
    package internal(set) var rejections: [String: Int] = [:]
    package internal(set) var requests = 0
    /// The requests that had to be sent again.
    package internal(set) var unanswered = 0
    package internal(set) var kills = 0
  }

  /// The number of ledgers that serve one database.
  package static let ledgers = 3

  private let binary: URL
  private let home: URL
  private let ports: [Int]
  private let plan: MergePlan
  private let kills: FleetKillPlan

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone. Each
  /// ledger has a port.
  /// - Parameters:
  ///   - pairs: how many guests there are, each with a user.
  ///   - spends: how many spends each pair makes.
  ///   - merges: how often each guest is merged.
  package init(
    binary: URL, home: URL, ports: [Int], pairs: Int, spends: Int, merges: Int, kills: Int,
    seed: UInt64
  ) {
    self.binary = binary
    self.home = home
    self.ports = ports
    plan = MergePlan(pairs: pairs, spends: spends, merges: merges, seed: seed)
    self.kills = FleetKillPlan(
      kills: kills, ledgers: ports.count, attempts: plan.requests, seed: seed)
  }

  package func run() async throws -> Report {
    let store = try CoinStore(selling: plan.purchases, until: Date())
    return try await SharedPostgres.whileTended(home: home.appending(path: "database")) {
      postgres in
      try await run(store, postgres)
    }
  }

  private func run(_ store: CoinStore, _ postgres: SharedPostgres) async throws -> Report {
    let fleet = LedgerFleet(binary, below: home, ports: ports, sharing: postgres)
    let process = try await fleet.prepare(
      for: SimulatedApp(bundleID: CoinStore.bundleID, appAppleID: CoinStore.appAppleID),
      rootCertificatePEM: store.rootCertificatePEM)
    try await CatalogShelf(process: process, from: store.opened).publish(CoinProduct.known)
    let key = try await process.makeKey(scopes: "admin")
    let servers = GameServers(
      FleetClient(of: fleet.urls, key: key), sayings: store.sayings,
      book: AnswerBook(namingEntries: false))
    let storm = MergeStorm(
      plan: plan, kills: kills, fleet: fleet, postgres: postgres, servers: servers)
    return try await fleet.whileServing {
      try await sell(store.sayings, servers, process)
      try await storm.rage(posts: latePurchases(store.sayings), refunds: refunds(store.sayings))
      try await fleet.waitUntilReady()
      try await process.waitUntilGranted()
      try await MergeAudit(plan: plan, servers: servers).check()
      try await Invariants(of: process).check(notifications: store.sayings.count)
      var report = await report(servers, storm.merges)
      report.kills = await fleet.kills + kills.blows.count { $0.victim == .postgres }
      return report
    }
  }

  /// Registers every account's token and tells of every purchase that is not late.
  private func sell(
    _ sayings: [Saying], _ servers: GameServers, _ process: LedgerProcess
  ) async throws {
    let later = Set(refunds(sayings) + latePurchases(sayings))
    for number in sayings.indices where !later.contains(number) {
      try await servers.post(number)
      try await servers.notify(number)
    }
    try await process.waitUntilGranted()
  }

  /// Returns the numbers of the notifications that begin a late purchase.
  private func latePurchases(_ sayings: [Saying]) -> [Int] {
    let refunds = Set(refunds(sayings))
    return sayings.indices.filter {
      plan.isLate(sayings[$0].purchase) && !refunds.contains($0)
    }
  }

  /// Returns the numbers of the notifications that do not begin a purchase.
  private func refunds(_ sayings: [Saying]) -> [Int] {
    sayings.indices.filter { $0 > 0 && sayings[$0].purchase == sayings[$0 - 1].purchase }
  }

  private func report(_ servers: GameServers, _ merges: MergeBook) async -> Report {
    let book = await servers.book
    return Report(
      merges: await merges.merges, undos: await merges.undos, booked: book.booked.count,
      rejections: book.rejections, requests: servers.client.questions,
      unanswered: servers.client.unanswered)
  }
}
