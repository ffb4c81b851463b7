import AppStoreSimulator
package import Foundation

/// A drill in which players buy while Apple's Server API fails in every way: no purchase is
/// rejected, Apple is not overrun, and afterwards every pending job is done.
package struct AppleDownDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var purchases = 0
    /// The requests that Apple saw during each failure.
    package internal(set) var requests: [AppleFailure: Int] = [:]
    /// The most requests that Apple may see during each failure.
    package internal(set) var bounds: [AppleFailure: Int] = [:]
    /// The jobs pending at the end of each failure.
    package internal(set) var pending: [AppleFailure: Int] = [:]
    /// The transactions that are not finished at the store in the end.
    package internal(set) var unfinished = 0
    /// The time to do the pending jobs after each failure.
    package internal(set) var drained: [AppleFailure: Duration] = [:]

    /// True if Apple was asked and spared during each failure, and nothing is left to be done.
    package var isKept: Bool {
      unfinished == 0
        && AppleFailure.allCases.allSatisfy { failure in
          let requests = requests[failure, default: 0]
          return requests > 0 && requests <= bounds[failure, default: 0]
            && pending[failure, default: 0] > 0
        }
    }
  }

  /// The number of ledgers that share the work.
  package static let ledgers = 2
  private static let players = (0..<20).map {
    InterruptionPlan.Player(name: "player-\($0)", token: nil, purchases: [])
  }
  private static let product = "com.example.game.gems.100"
  private static let pause = Duration.milliseconds(100)
  /// The longest wait, longer than any pause between two attempts can have become.
  private static let patience = Duration.seconds(600)

  private let binary: URL
  private let home: URL
  private let ports: [Int]
  private let length: Duration
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone. Each
  /// ledger has a port.
  /// - Parameter length: the time that each failure lasts.
  package init(
    binary: URL, home: URL, ports: [Int], length: Duration,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.binary = binary
    self.home = home
    self.ports = ports
    self.length = length
    self.tell = tell
  }

  package func run() async throws -> Report {
    try await CoinFleet.whileOpen(binary, below: home, ports: ports, for: Self.players) { coins in
      try await coins.fleet.whileServing {
        let report = try await suffer(coins.shop, coins.server)
        try await Invariants(of: coins.process).check(notifications: 0)
        return report
      }
    }
  }

  private func suffer(_ shop: CoinShop, _ server: GameServer) async throws -> Report {
    var report = Report()
    for failure in AppleFailure.allCases {
      // A ledger that has Apple's answers is one that asks. Otherwise its silence would prove
      // nothing.
      try await buy(&report, shop, server)
      try await waitUntilDrained(shop, server)
      try await suffer(failure, &report, shop, server)
      await shop.simulation.misbehave(Misbehavior())
      report.drained[failure] = try await ContinuousClock().measure {
        try await waitUntilDrained(shop, server)
      }
      tell("\(failure.rawValue): \(report.requests[failure, default: 0]) requests, drained")
    }
    report.unfinished = await unfinished(shop)
    return report
  }

  private func suffer(
    _ failure: AppleFailure, _ report: inout Report, _ shop: CoinShop, _ server: GameServer
  ) async throws {
    let before = await shop.simulation.requests
    await shop.simulation.misbehave(failure.misbehavior)
    let start = ContinuousClock.now
    repeat {
      try await buy(&report, shop, server)
      try await Task.sleep(for: Self.pause)
    } while ContinuousClock.now < start + length
    report.requests[failure] = await shop.simulation.requests - before
    report.pending[failure] = try await server.pendingCount()
    let bound = RequestBound(ledgers: Self.ledgers, length: ContinuousClock.now - start)
    report.bounds[failure] = bound.requests(failure)
  }

  /// Buys, books and acknowledges as a game does that leaves finishing to its ledger.
  private func buy(
    _ report: inout Report, _ shop: CoinShop, _ server: GameServer
  ) async throws {
    let player = Self.players[report.purchases % Self.players.count].name
    let (sale, _) = try await shop.sell(Self.product, to: player)
    let receipt = try await server.post(sale, for: player)
    guard receipt.state == "settled", receipt.transactions[0].finish else {
      throw BrokenDrill("while Apple fails a transaction was answered \(receipt)")
    }
    var saved = SavedGame()
    try await saved.book(sale, of: player, from: server)
    for grant in saved.unacknowledged { _ = try await server.acknowledge(grant) }
    report.purchases += 1
  }

  /// Returns once no job is pending, and every transaction is finished at the store.
  private func waitUntilDrained(_ shop: CoinShop, _ server: GameServer) async throws {
    try await Patience.wait(for: "all pending jobs to be done", atMost: Self.patience) {
      guard await unfinished(shop) == 0 else { return false }
      return try await server.pendingCount() == 0
    }
  }

  private func unfinished(_ shop: CoinShop) async -> Int {
    await shop.simulation.withWorld { world in world.transactions.count { !$0.isFinished } }
  }
}
