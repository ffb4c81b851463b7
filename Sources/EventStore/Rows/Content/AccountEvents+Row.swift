import Foundation
import Ledger

extension ChainClaimed: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      chain: try row.chain(), bundleID: try row.bundleID(), account: try row.owner(),
      claimedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(chain)
    row.app = bundleID.rawValue
    row.account = account.key
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "claimed", stream.uuidString, chain.originalTransactionID.rawValue)
  }
}

extension AccountErased: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self.init(
      environment: try row.storeEnvironment(), bundleID: try row.bundleID(),
      account: try row.owner(), chains: row.extra?.erasedChains ?? [], erasedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.account = account.key
    row.extra = chains.isEmpty ? nil : EventRow.Extra(erasedChains: chains)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: erasedAt, digest) }
}

extension CoinsMoved: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.movement, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.account = account.key
    row.extra = EventRow.Extra(movement: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: name, stream.uuidString) }

  /// The identity of a movement within its account: the grant it follows from, or the client's key.
  private var name: String {
    switch movement {
    case .credited(let grant, _): "credited \(grant)"
    case .takenBack(let grant, _, let revision): "taken back \(grant) \(revision)"
    case .spent, .adjusted, .reserved, .committed, .canceled:
      "asked \(key?.rawValue ?? digest.half.uuidString)"
    }
  }
}

extension AccountAliased: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.aliased, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.account = account.key
    row.extra = EventRow.Extra(aliased: self)
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(timeless: "aliased", stream.uuidString) }
}

extension AliasClaimed: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.aliasClaim, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.account = account.key
    row.extra = EventRow.Extra(aliasClaim: self)
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "alias claimed", stream.uuidString, alias.key.uuidString)
  }
}

extension ConsentChanged: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    self = try row.required(row.extra?.consent, "extra")
  }

  func write(to row: inout EventRow) {
    row.set(environment, bundleID)
    row.account = account.key
    row.extra = EventRow.Extra(consent: self)
  }

  func keys(in stream: UUID) -> EventKeys {
    EventKeys(timeless: "consent", stream.uuidString, "\(number)")
  }
}
