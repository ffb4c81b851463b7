import Foundation
package import Ledger

/// An act of a person, as the log tells it. Accounts are named by the event, in their own lanes, and not by the entry.
package struct AuditEntry: Hashable, Sendable {
  package let event: EventID
  package let recordedAt: Instant
  /// The word of the act, such as `outbox.park`.
  package let act: String
  package let object: String?
  /// Nil for an event of before authors were recorded.
  package let author: ActAuthor?
  package let secondPerson: ActAuthor?
  package let reason: String?
  package let values: [String: String]

  private init(
    _ recorded: RecordedEvent, _ act: String, on object: String? = nil, by author: ActAuthor?,
    with second: ActAuthor? = nil, because reason: String? = nil, values: [String: String?] = [:]
  ) {
    event = recorded.id
    recordedAt = recorded.recordedAt
    self.act = act
    self.object = object
    self.author = author
    secondPerson = second
    self.reason = reason
    self.values = values.compactMapValues(\.self)
  }

  /// Nil for an event that no person caused, or of which only the program knows.
  package init?(_ recorded: RecordedEvent) {
    switch recorded.event {
    case .shared(let event): self.init(recorded, event)
    case .account(let event): self.init(recorded, event)
    case .chain(.ownershipChanged(let change)):
      guard let author = change.author else { return nil }
      self.init(
        recorded, change.cause == .undone ? "accounts.undo" : "accounts.link",
        on: change.chain.originalTransactionID.rawValue, by: ActAuthor(name: author),
        because: change.reason,
        values: [
          "app": change.chain.bundleID.rawValue, "environment": change.chain.environment.rawValue,
        ])
    case .chain: return nil
    }
  }

  private init?(_ recorded: RecordedEvent, _ event: SharedEvent) {
    switch event {
    case .actRecorded(let act):
      self.init(
        recorded, act.act, on: act.object, by: act.author, with: act.secondPerson,
        because: act.reason, values: act.values)
    case .periodClosed(let close):
      self.init(
        recorded, "periods.close", on: close.name, by: ActAuthor(name: close.author),
        with: close.secondPerson, because: close.forcedBecause,
        values: [
          "app": close.bundleID.rawValue, "environment": close.environment.rawValue,
          "forced": close.forcedBecause == nil ? nil : "true",
        ])
    case .appleFileKept(let file):
      self.init(
        recorded, "appleFiles.import", on: file.name, by: ActAuthor(name: file.author),
        values: ["kind": file.kind])
    case .evidenceLost(let loss):
      self.init(
        recorded, "evidence.lost", on: loss.masterKey, by: ActAuthor(name: loss.author),
        because: loss.reason, values: ["streams": "\(loss.streams)"])
    case .taxesPublished(let taxes):
      self.init(
        recorded, "taxes.learn", on: taxes.bundleID.rawValue, by: ActAuthor(name: taxes.author))
    case .pricesPublished(let prices):
      self.init(
        recorded, "prices.learn", on: prices.bundleID.rawValue, by: ActAuthor(name: prices.author))
    case .catalogPublished(let published):
      self.init(recorded, unsigned: .catalogPublish, on: published.bundleID.rawValue)
    case .cutOverDeclared(let cutOver):
      self.init(recorded, unsigned: .catalogOpening, on: cutOver.bundleID.rawValue)
    case .programEntered(let entered):
      self.init(recorded, unsigned: .programsAdd, on: entered.program)
    case .termsPublished(let terms):
      self.init(recorded, unsigned: .termsPublish, on: terms.environment.rawValue)
    case .epochOpened(let opened):
      self.init(
        recorded, unsigned: .ledgerRecover, on: opened.epoch.uuidString.lowercased())
    case .rulesChanged, .settlementRecorded: return nil
    }
  }

  /// Creates the entry of an event without an author, whose act may stand beside it.
  private init(_ recorded: RecordedEvent, unsigned act: Act, on object: String) {
    self.init(recorded, act.rawValue, on: object, by: nil)
  }

  private init?(_ recorded: RecordedEvent, _ event: AccountEvent) {
    let place: [String: String?] = ["event": recorded.id.description]
    switch event {
    case .accountErased(let erased):
      guard let author = erased.author else { return nil }
      self.init(
        recorded, Act.accountsErase.rawValue, by: ActAuthor(name: author),
        because: erased.reason, values: place)
    case .coinsMoved(let moved):
      guard case .adjusted(let amount, let reason, let author) = moved.movement else { return nil }
      self.init(
        recorded, "wallet.adjust", by: ActAuthor(name: author, key: moved.apiKey),
        with: moved.secondPerson, because: reason,
        values: place.merging(["coin": moved.coin.rawValue, "amount": "\(amount)"]) { $1 })
    case .tokenWithdrawn(let withdrawal):
      self.init(
        recorded, "tokens.withdraw", by: ActAuthor(name: withdrawal.author),
        because: withdrawal.reason, values: place)
    case .accountsMerged(let merge):
      guard let author = merge.author else { return nil }
      self.init(
        recorded, merge.isUndone ? "accounts.merge.undo" : "accounts.merge",
        by: ActAuthor(name: author), because: merge.reason, values: place)
    case .promotionGranted(let grant):
      self.init(
        recorded, "entitlements.grant", on: grant.id.uuidString.lowercased(), by: grant.author,
        because: grant.reason,
        values: place.merging([
          "productId": grant.thing.productID?.rawValue, "name": grant.thing.name,
          "until": grant.until.description,
        ]) { $1 })
    case .promotionWithdrawn(let withdrawal):
      self.init(
        recorded, "entitlements.withdraw", on: withdrawal.id.uuidString.lowercased(),
        by: withdrawal.author, because: withdrawal.reason, values: place)
    case .chainClaimed, .accountAliased, .aliasClaimed, .consentChanged: return nil
    }
  }
}
