import AppStoreSimulator
import Foundation
import Synchronization

/// A ledger with set answers, which remembers each arrival and its time.
final class DeliveryLedger: Sendable {
  struct Arrival: Sendable, Equatable {
    let path: String
    /// The JWS, or the outer one of a notification.
    let text: String
    let body: [UInt8]
    let isFromGame: Bool
  }

  private struct Memory {
    var answer = LedgerReply.success
    var arrivals: [Arrival] = []
  }

  private let memory = Mutex(Memory())

  var arrivals: [Arrival] { memory.withLock(\.arrivals) }
  var notifications: [String] { arrivals.filter { !$0.isFromGame }.map(\.text) }
  var posts: [String] { arrivals.filter(\.isFromGame).map(\.text) }

  func answer(_ reply: LedgerReply) { memory.withLock { $0.answer = reply } }

  func take(_ request: LedgerRequest) -> LedgerReply {
    memory.withLock {
      $0.arrivals.append(
        Arrival(
          path: request.path, text: Self.text(request.body), body: request.body,
          isFromGame: request.isFromGame))
      return $0.answer
    }
  }

  private static func text(_ body: [UInt8]) -> String {
    struct Body: Decodable {
      let signedPayload: String?
      let signedTransactions: [String]?
    }
    // Invalid JSON has no text.
    let body = try? JSONDecoder().decode(Body.self, from: Data(body))
    return body?.signedPayload ?? body?.signedTransactions?.first ?? ""
  }
}

/// A simulation whose clock advances hour by hour, and the ledger to which it posts.
struct DeliveryScenario {
  private static let authority = Result { try SigningAuthority() }

  let ledger = DeliveryLedger()
  let simulation: Simulation

  init(
    in environment: SimulatedApp.Environment = .production,
    _ misbehave: (inout Misbehavior.Notifications) -> Void = { _ in }, seed: UInt64 = 1
  ) throws {
    var misbehavior = Misbehavior(seed: seed)
    misbehave(&misbehavior.notifications)
    simulation = Simulation(
      of: try WorldScenario(in: environment).world, signedBy: try Self.authority.get(),
      developerKey: DeveloperKey(), misbehaving: misbehavior,
      telling: { [ledger] in ledger.take($0) })
  }

  func buy(_ count: Int = 1) async throws {
    try await simulation.withWorld { world in
      for _ in 0..<count {
        _ = try world.buy(PurchaseCommand(WorldScenario.prefix + "gems.100"), by: 0)
      }
    }
    await simulation.deliver()
  }

  func pass(hours: Int) async throws {
    for _ in 0..<hours { try await simulation.advance(to: simulation.now + Int64(1).hours) }
  }

  /// Returns the whole hours from the first attempt to each attempt.
  func hoursOfAttempts(_ notification: Int = 0) async -> [Int64] {
    let dates = await simulation.attempts(of: notification).map(\.attemptDate)
    return dates.map { ($0 - dates[0]) / Int64(1).hours }
  }
}
