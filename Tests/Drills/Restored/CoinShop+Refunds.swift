import AppStoreSimulator
import Foundation

extension CoinShop {
  /// The time before the present at which the store opens: a signature of the future is rejected,
  /// and a monthly subscription must be renewed once.
  private static let past = Int64(40).days

  /// Returns a store with these customers that posts to a ledger, most of the time.
  static func simulation(
    for players: [RestorePlan.Player], signedBy authority: SigningAuthority, telling url: String
  ) throws -> Simulation {
    var world = World(of: app, selling: .game, seed: 1, from: present - past)
    for player in players {
      try world.addCustomer(player.name, appAccountToken: player.token, account: player.name)
    }
    var misbehavior = Misbehavior()
    misbehavior.notifications.lostPercent = 5
    misbehavior.notifications.doubledPercent = 5
    return Simulation(
      of: world, signedBy: authority, developerKey: DeveloperKey(), misbehaving: misbehavior,
      telling: HTTPLedgerLine(to: url, key: nil).send)
  }

  static var present: Int64 { Int64(Date.now.timeIntervalSince1970 * 1_000) }

  func refund(_ transactionID: String, _ refund: RestorePlan.Refund) async throws {
    try await simulation.withWorld { world in
      let index = try world.transaction(transactionID)
      try world.refund(index, share: refund.share)
      if refund.isReversed { try world.reverseRefund(index) }
    }
  }
}
