import AppStoreSimulator
import Foundation
import ReferenceModels

/// A random history of purchases, posts, restores, links, tokens, erasures and merges.
///
/// Undone links are left out: the ledger undoes recorded changes of owner only, the model first
/// posts too. Four of 400 histories differ by other readings of the contract: the ledger frees a
/// name that is erased before any write named it; an operator's link that names the present owner
/// changes nothing; a withdrawn token that a renewal tells later leaves the chain to the next post.
struct OwnershipHistory {
  static let tokens = [
    "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b", "7a6b5c4d-2b3d-4e5f-8a9b-0c1d2e3f4a5b",
  ]
  /// The game's accounts. One of them has a token's own name, as games that use it as an account.
  static let accounts = ["anna", "bert", "carl", tokens[1]]
  private static let hour: Int64 = 3_600_000

  /// All items that the history tells of.
  var items: [OwnedItem] { sold }

  private(set) var operations: [(at: Int64, operation: ReferenceModels.Operation)] = []
  private var random: SplitMix64
  private var sold: [OwnedItem] = []
  private var now: Int64
  private let start: Int64

  /// - Parameter start: the ledger's time of the first operation, in milliseconds.
  init(seed: UInt64, length: Int, from start: Int64) {
    random = SplitMix64(seed: seed)
    now = start
    self.start = start
    for _ in 0..<length {
      now += Int64.random(in: 1...36, using: &random) * Self.hour
      operations.append((now, next()))
    }
  }

  private mutating func next() -> ReferenceModels.Operation {
    let (account, other) = (pick(Self.accounts), pick(Self.accounts))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: return .told(item())
    case 22..<50: return .posted(account: account, item: item(), restore: false)
    case 50..<62: return .posted(account: account, item: item(), restore: true)
    case 62..<67: return .write(account: account)
    case 67..<75: return .register(token: pick(Self.tokens), account: account)
    case 75..<79: return .withdraw(token: pick(Self.tokens))
    case 79..<84: return .linkByID(account: account, chain: item().chain)
    case 84..<91: return .assign(account: account, chain: item().chain)
    case 91..<94: return .erase(account: account)
    case 94..<98: return .merge(from: account, into: other)
    default: return .undoMerge(from: account, into: other)
    }
  }

  private mutating func pick(_ names: [String]) -> String {
    names.randomElement(using: &random) ?? names[0]
  }

  /// Returns an item that was sold before, or a new one of a new or known chain.
  private mutating func item() -> OwnedItem {
    if !sold.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
      return sold[Int.random(in: 0..<sold.count, using: &random)]
    }
    let number = sold.count + 1
    let before = sold.filter { $0.kind == .subscription }.randomElement(using: &random)
    let renewal = Bool.random(using: &random) ? before : nil
    var item = OwnedItem(
      chain: renewal?.chain ?? "\(1_000 + number)", transactionID: "\(1_000 + number)",
      purchaseDate: now - Int64.random(in: 0...48, using: &random) * Self.hour - 1,
      token: Int.random(in: 0..<2, using: &random) == 0 ? nil : pick(Self.tokens),
      isPurchase: renewal == nil || Int.random(in: 0..<3, using: &random) == 0,
      kind: renewal?.kind ?? OwnedItem.Kind.allCases.randomElement(using: &random) ?? .subscription)
    if renewal != nil, Bool.random(using: &random) { item.token = renewal?.token }
    item.familyShared =
      renewal?.familyShared
      ?? (item.kind == .nonConsumable && Int.random(in: 0..<4, using: &random) == 0)
    if renewal == nil, item.kind == .subscription, Int.random(in: 0..<4, using: &random) == 0 {
      item.previousChain = before?.chain
    }
    sold.append(item)
    return item
  }
}
