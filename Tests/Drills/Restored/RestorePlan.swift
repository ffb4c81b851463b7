import AppStoreSimulator

/// The purchases before the backup and after it, and the progress of the game with each until the
/// database is lost: the same for the same seed.
package struct RestorePlan: Hashable, Sendable {
  /// The progress of a purchase, in the order in which a player makes such purchases, since a game
  /// books all pending grants at once.
  package enum Progress: Int, CaseIterable, Sendable {
    case acknowledged, booked, posted, bought
  }

  package struct Refund: Hashable, Sendable {
    /// The refunded share, in thousandths of a percent.
    package let share: Int64
    package let isReversed: Bool
    /// True if the refund comes after the backup.
    package let isLate: Bool
  }

  package struct Purchase: Hashable, Sendable {
    package let product: String
    package let quantity: Int
    package let progress: Progress
    package let refund: Refund?
  }

  package struct Player: Hashable, Sendable {
    package let name: String
    /// The token that the purchases carry, or nil if only the posts of the game name the owner.
    package let token: String?
    package internal(set) var before: [Purchase] = []
    package internal(set) var after: [Purchase] = []
  }

  private static let purchasesOfPlayer = 5
  private static let packs = ["com.example.game.gems.100", "com.example.game.gems.500"]
  private static let subscriptions = [
    "com.example.game.pro.monthly", "com.example.game.plus.monthly",
    "com.example.game.basic.weekly",
  ]
  private static let soundtrack = "com.example.game.soundtrack"

  package private(set) var players: [Player] = []

  /// - Parameter purchases: the number before the backup, and again after it; half of the later
  /// ones are by new players.
  package init(purchases: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for count in Self.shares(of: purchases) {
      add(&random) { $0.before = $1.purchases(count, isFirst: true, isLate: false) }
    }
    let old = players.count
    for (number, count) in Self.shares(of: purchases).enumerated() {
      if number % 2 == 0 {
        add(&random) { $0.after = $1.purchases(count, isFirst: true, isLate: true) }
      } else {
        players[number % old].after += random.purchases(count, isFirst: false, isLate: true)
      }
    }
    for number in players.indices {
      players[number].after.sort { $0.progress.rawValue < $1.progress.rawValue }
    }
  }

  /// A purchase that is reported nowhere, because no ledger serves.
  static let unheard = Purchase(product: packs[0], quantity: 1, progress: .bought, refund: nil)

  private mutating func add(
    _ random: inout SplitMix64, _ buy: (inout Player, inout SplitMix64) -> Void
  ) {
    let number = players.count
    let token = number % 2 == 0 ? nil : UInt64.random(in: 0...UInt64.max, using: &random)
    var player = Player(name: "player-\(number)", token: token.map(Self.token))
    buy(&player, &random)
    players.append(player)
  }

  private static func shares(of purchases: Int) -> [Int] {
    stride(from: 0, to: purchases, by: purchasesOfPlayer).map {
      min(purchasesOfPlayer, purchases - $0)
    }
  }

  /// Returns a UUID of these sixteen digits, twice.
  private static func token(_ number: UInt64) -> String {
    let half = String(number, radix: 16)
    let digits = Array(String(repeating: "0", count: 16 - half.count) + half)
    let all = digits + digits
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }
      .joined(separator: "-")
  }
}

extension SplitMix64 {
  /// - Parameter isFirst: whether the player has bought nothing yet, and may begin with a product
  /// that is bought only once.
  fileprivate mutating func purchases(
    _ count: Int, isFirst: Bool, isLate: Bool
  ) -> [RestorePlan.Purchase] {
    (0..<count).map { number in
      purchase(RestorePlan.goods(isFirst && number == 0, &self), isLate: isLate)
    }
  }

  private mutating func purchase(_ product: String, isLate: Bool) -> RestorePlan.Purchase {
    let isPack = RestorePlan.isPack(product)
    let progress = isLate && Bool.random(using: &self) ? RestorePlan.Progress.allCases : []
    return RestorePlan.Purchase(
      product: product, quantity: isPack ? Int.random(in: 1...3, using: &self) : 1,
      progress: progress.randomElement(using: &self) ?? .acknowledged,
      refund: refund(isReversible: isPack, isLate: isLate))
  }

  private mutating func refund(isReversible: Bool, isLate: Bool) -> RestorePlan.Refund? {
    guard Int.random(in: 0..<4, using: &self) == 0 else { return nil }
    return RestorePlan.Refund(
      share: [50_000, 100_000].randomElement(using: &self) ?? 100_000,
      isReversed: isReversible && Int.random(in: 0..<3, using: &self) == 0,
      isLate: isLate || Bool.random(using: &self))
  }
}

extension RestorePlan {
  fileprivate static func isPack(_ product: String) -> Bool { packs.contains(product) }

  fileprivate static func goods(_ isFirst: Bool, _ random: inout SplitMix64) -> String {
    let onlyOnce = [subscriptions.randomElement(using: &random) ?? soundtrack, soundtrack, nil]
    let first = isFirst ? onlyOnce.randomElement(using: &random) ?? nil : nil
    return first ?? packs.randomElement(using: &random) ?? packs[0]
  }
}
