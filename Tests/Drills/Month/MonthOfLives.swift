import AppStoreSimulator
import Foundation

/// A month of customers in a store whose notifications are the ledger's only source.
///
/// Games post nothing, so that only Apple's history can bring lost notifications. The ledger knows
/// customers by the token of their purchases, and is not asked about others.
struct MonthOfLives: Sendable {
  static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)
  static let length = Int64(30).days
  private static let step = Int64(1).days

  let simulation: Simulation
  let start: Int64
  var end: Int64 { start + Self.length }

  /// - Parameters:
  ///   - end: the end of the month, in milliseconds since 1970.
  ///   - ledger: the address to which Apple posts.
  init(
    of customers: Int, ending end: Int64, seed: UInt64, signedBy authority: SigningAuthority,
    misbehaving misbehavior: Misbehavior = Misbehavior(), telling ledger: String
  ) {
    start = end - Self.length
    var world = World(of: Self.app, selling: .game, seed: seed, from: start)
    world.settle(
      customers: customers, living: Persona.allCases, playing: GameHabits(isPosting: false),
      until: end, seed: seed)
    let apple = HTTPLedgerLine(to: ledger, key: nil)
    simulation = Simulation(
      of: world, signedBy: authority, developerKey: DeveloperKey(), misbehaving: misbehavior,
      telling: { $0.isFromGame ? LedgerReply(status: 404) : await apple.send($0) })
  }

  /// Returns the hour of the month, apart from its first and last days, from which Apple sends most
  /// within `length`.
  func busiest(_ length: Int64) async -> Int64 {
    var world = await simulation.withWorld { $0 }
    world.advance(to: end)
    let said = world.notifications.map(\.signedDate)
    let hours = stride(from: start + Int64(3).days, to: end - Int64(3).days, by: 3_600_000)
    let counts = hours.map { hour in
      (hour: hour, count: said.count { $0 >= hour && $0 < hour + length })
    }
    return counts.max { $0.count < $1.count }?.hour ?? start
  }

  /// Advances time, day by day.
  func advance(to moment: Int64) async throws {
    while await simulation.now < moment {
      try await simulation.advance(to: min(await simulation.now + Self.step, moment))
    }
  }

  /// Returns the number of Apple's notifications so far.
  func notifications() async -> Int { await simulation.withWorld { $0.notifications.count } }

  /// Returns the number of notifications that were sent without any attempt arriving.
  func failed() async -> Int {
    var failed = 0
    for number in 0..<(await notifications()) {
      let attempts = await simulation.attempts(of: number)
      if !attempts.isEmpty, !attempts.contains(where: { $0.sendAttemptResult == .success }) {
        failed += 1
      }
    }
    return failed
  }

  /// Returns the ledger's wrong answers about the customers that it can know.
  func differences(from reader: LedgerReader) async throws -> (customers: Int, found: [String]) {
    try await reader.waitUntilCaughtUp()
    let world = await simulation.withWorld { $0 }
    let tokens = Set(world.customers.compactMap(\.appAccountToken))
    let truths = AccountTruths(of: world).all(at: world.now)
      .filter { tokens.contains($0.account) }
    let findings = try await Inquiry(of: reader, asksCoins: true)
      .findings(against: truths, asked: .now)
    return (truths.count, findings.map(\.description))
  }
}
