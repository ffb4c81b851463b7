import AppStoreSimulator
import Foundation

extension CoinShop {
  /// How long before the present the store opens: nobody believes a signature of the future, and what is
  /// renewed monthly is to be renewed once.
  private static let past = Int64(40).days

  /// A store with these customers that tells a ledger, most of the time.
  static func simulation(
    for players: [RestorePlan.Player], signedBy house: SigningHouse, telling url: String
  ) throws -> Simulation {
    var world = World(of: app, selling: .game, seed: 1, from: present - past)
    for player in players {
      try world.addCustomer(player.name, appAccountToken: player.token)
    }
    var misbehaviour = Misbehaviour()
    misbehaviour.notifications.lostPercent = 5
    misbehaviour.notifications.doubledPercent = 5
    return Simulation(
      of: world, signedBy: house, developerKey: DeveloperKey(), misbehaving: misbehaviour,
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
