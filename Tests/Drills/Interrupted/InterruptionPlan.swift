import AppStoreSimulator
import Foundation

/// The purchases of each player and their interruptions: the same for the same seed.
package struct InterruptionPlan: Hashable, Sendable {
  package struct Purchase: Hashable, Sendable {
    package let product: String
    package let quantity: Int
    package let interruption: Interruption
    /// The milliseconds after the purchase at which Apple posts its notification, unless Apple is
    /// down.
    package let toldAfter: Int
  }

  package struct Player: Hashable, Sendable {
    package let name: String
    /// The token that the purchases carry, or nil if only the posts of the game name the owner.
    package let token: String?
    package let purchases: [Purchase]
  }

  private static let purchasesOfPlayer = 5
  private static let products = ["com.example.game.gems.100", "com.example.game.gems.500"]

  package let players: [Player]

  package init(purchases: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var left = purchases
    var players: [Player] = []
    while left > 0 {
      let count = min(left, Self.purchasesOfPlayer)
      left -= count
      players.append(
        Player(
          name: "player-\(players.count)",
          token: players.count % 2 == 0 ? nil : Self.token(&random),
          purchases: (0..<count).map { _ in Self.purchase(&random) }))
    }
    self.players = players
  }

  package var purchases: [Purchase] { players.flatMap(\.purchases) }

  private static func purchase(_ random: inout SplitMix64) -> Purchase {
    Purchase(
      product: products[Int.random(in: 0..<products.count, using: &random)],
      quantity: Int.random(in: 1...3, using: &random), interruption: interruption(&random),
      toldAfter: Int.random(in: 0...100, using: &random))
  }

  private static func interruption(_ random: inout SplitMix64) -> Interruption {
    let kind = one(of: Interruption.Kind.allCases, &random)
    let steps = DeviceStep.allCases.filter { kind != .connectionCut || $0.isSpoken }
    return Interruption(
      kind: kind, step: one(of: steps, &random),
      extent: one(of: LostRequest.Extent.possible(of: kind), &random),
      comesBack: one(of: Interruption.Return.allCases, &random))
  }

  private static func one<Item>(of items: [Item], _ random: inout SplitMix64) -> Item {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  private static func token(_ random: inout SplitMix64) -> String {
    let digits = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }
      .joined(separator: "-")
  }
}

extension LostRequest.Extent {
  fileprivate static func possible(of kind: Interruption.Kind) -> [LostRequest.Extent] {
    switch kind {
    case .ledgerKilled, .postgresStopped: [.whole]
    case .appleDown: [.nothing]
    case .connectionCut: [.half, .whole]
    case .clientGone: [.nothing, .whole]
    }
  }
}
