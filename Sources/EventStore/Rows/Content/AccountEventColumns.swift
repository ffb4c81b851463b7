import Foundation
import Ledger

extension AccountEvent {
  var stored: any StoredContent {
    switch self {
    case .chainClaimed(let content): content
    case .accountErased(let content): content
    case .coinsMoved(let content): content
    case .accountAliased(let content): content
    case .aliasClaimed(let content): content
    case .consentChanged(let content): content
    case .tokenWithdrawn(let content): content
    case .accountsMerged(let content): content
    case .promotionGranted(let content): content
    case .promotionWithdrawn(let content): content
    }
  }

  /// Reads the content of a row; returns nil for a row of another family.
  init?(_ row: EventRow) throws(StoredEventError) {
    switch row.type {
    case .chainClaimed: self = .chainClaimed(try ChainClaimed(row))
    case .accountErased: self = .accountErased(try AccountErased(row))
    case .coinsMoved: self = .coinsMoved(try CoinsMoved(row))
    case .accountAliased: self = .accountAliased(try AccountAliased(row))
    case .aliasClaimed: self = .aliasClaimed(try AliasClaimed(row))
    case .consentChanged: self = .consentChanged(try ConsentChanged(row))
    case .tokenWithdrawn: self = .tokenWithdrawn(try TokenWithdrawn(row))
    case .accountsMerged: self = .accountsMerged(try AccountsMerged(row))
    case .promotionGranted: self = .promotionGranted(try PromotionGranted(row))
    case .promotionWithdrawn: self = .promotionWithdrawn(try PromotionWithdrawn(row))
    default: return nil
    }
  }
}

extension ChainClaimed: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(), account: try row.owner(),
      generation: try row.optionalContent(under: "generation") ?? 0, claimedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(chain)
    row.account = account.key
    if generation > 0 { try row.set(generation, under: "generation") }
  }

  func keys(in stream: UUID) -> EventKeys {
    let chain = chain.originalTransactionID.rawValue
    return generation == 0
      ? EventKeys(timeless: "claimed", stream.uuidString, chain)
      : EventKeys(timeless: "claimed", stream.uuidString, chain, "\(generation)")
  }
}

extension AccountErased: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let extra = try row.extra(ErasureExtra.self)
    self.init(
      environment: try row.storeEnvironment(), bundleID: try row.bundleID(),
      account: try row.owner(), chains: extra?.erasedChains ?? [], generation: extra?.generation,
      author: extra?.author, reason: extra?.reason, erasedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    guard !chains.isEmpty || generation != nil || author != nil || reason != nil else { return }
    try row.setExtra(
      ErasureExtra(
        erasedChains: chains.isEmpty ? nil : chains, generation: generation, author: author,
        reason: reason))
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: erasedAt, digest) }
}

/// The content of an erasure that fits no column.
private struct ErasureExtra: Codable {
  let erasedChains: [OriginalTransactionID]?
  let generation: Int?
  let author: String?
  let reason: String?
}

extension CoinsMoved: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "movement")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "movement")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: name, stream.uuidString) }

  /// The identity of a movement within its account: the grant it follows from, the reservation that it ends, or
  /// the client's key.
  private var name: String {
    switch movement {
    case .credited(let grant, _): "credited \(grant)"
    case .takenBack(let grant, _, _) where returned != nil:
      "returned \(grant) \(digest.half.uuidString)"
    case .takenBack(let grant, _, let revision): "taken back \(grant) \(revision)"
    case .committed(let reservation, _) where key == nil,
      .canceled(let reservation, _) where key == nil:
      "ended \(requester)\(reservation.rawValue)"
    case .spent, .earned, .reversed, .adjusted, .reserved, .committed, .canceled, .merged:
      "asked \(requester)\(key?.rawValue ?? digest.half.uuidString)"
    }
  }
}

extension CoinsMoved {
  /// The merged account that asked, which keeps its keys apart; empty for the account itself.
  fileprivate var requester: String { requestedBy.map { "by \($0.key.uuidString) " } ?? "" }
}

extension AccountAliased: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "aliased")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "aliased")
  }

  func keys(in stream: UUID) -> EventKeys {
    generation.map { EventKeys(timeless: "aliased", stream.uuidString, "\($0)") }
      ?? EventKeys(timeless: "aliased", stream.uuidString)
  }
}

extension AliasClaimed: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "aliasClaim")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "aliasClaim")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "alias claimed", stream.uuidString, alias.key.uuidString)
  }
}

extension ConsentChanged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "consent")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "consent")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "consent", stream.uuidString, "\(number)")
  }
}

extension TokenWithdrawn: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "withdrawal")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "withdrawal")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "withdrawn", stream.uuidString, "\(generation)")
  }
}

extension AccountsMerged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "merge")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "merge")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "merged", stream.uuidString, from.key.uuidString, "\(number)")
  }
}

extension PromotionGranted: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "promotion")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "promotion")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "promotion", stream.uuidString, id.uuidString)
  }
}

extension PromotionWithdrawn: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.content(under: "promotionEnd")
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(environment, bundleID)
    row.account = account.key
    try row.set(self, under: "promotionEnd")
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "promotion withdrawn", stream.uuidString, id.uuidString)
  }
}
