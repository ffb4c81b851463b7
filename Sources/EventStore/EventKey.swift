import Foundation
import Ledger

/// The identity of an event for recognizing duplicates: half a digest of its content, and a moment
/// that belongs to it.
struct EventKey: Hashable, Sendable {
  let moment: Instant
  let key: UUID

  init(moment: Instant, key: UUID) {
    self.moment = moment
    self.key = key
  }

  fileprivate init(timeless words: String...) {
    moment = Instant(milliseconds: 0)
    key = Digest(of: Array(words.joined(separator: "\u{0}").utf8)).half
  }

  /// Creates the key of the decision that made a grant.
  init(of grant: GrantID) {
    self.init(timeless: "granted", grant.description)
  }
}

/// The keys of an event.
///
/// A fact is identified by its content, whatever the moment of its assertion. The same content
/// asserted at another moment is a reassertion, which is identified by that moment too. A
/// notification is identified by its UUID alone, because Apple might sign a repetition again. A
/// decision is identified by its subject.
struct EventKeys: Hashable, Sendable {
  let content: EventKey
  /// The key of a reassertion; nil for an event that cannot be reasserted.
  let reassertion: EventKey?

  /// - Parameter stream: the key of the event's stream, passed in because computing it takes a
  ///   digest.
  init(_ event: LedgerEvent, stream: UUID) {
    switch event {
    case .transactionObserved(let fact):
      self.init(fact.assertion, moment: fact.purchase.purchaseDate)
    case .renewalObserved(let fact):
      self.init(fact.assertion, moment: fact.plan.renewalDate ?? Instant(milliseconds: 0))
    case .notificationReceived(let notification):
      self.init(EventKey(timeless: "notification", notification.notificationUUID.uuidString))
    case .chainOwned:
      self.init(EventKey(timeless: "owned", stream.uuidString))
    case .chainClaimed(let claim):
      self.init(
        EventKey(
          timeless: "claimed", stream.uuidString,
          claim.chain.originalTransactionID.rawValue))
    case .accountErased(let decision):
      self.init(EventKey(moment: decision.erasedAt, key: decision.digest.half))
    case .programEntered(let decision):
      self.init(EventKey(moment: decision.enteredAt, key: decision.digest.half))
    case .termsPublished(let decision):
      self.init(EventKey(moment: decision.publishedAt, key: decision.digest.half))
    case .catalogPublished(let decision):
      self.init(EventKey(moment: decision.publishedAt, key: decision.digest.half))
    case .grantMade(let decision):
      self.init(EventKey(of: decision.id))
    case .coinsMoved(let decision):
      self.init(EventKey(timeless: decision.name, stream.uuidString))
    case .accountAliased:
      self.init(EventKey(timeless: "aliased", stream.uuidString))
    case .aliasClaimed(let claim):
      self.init(
        EventKey(timeless: "alias claimed", stream.uuidString, claim.alias.key.uuidString))
    case .ownershipChanged(let decision):
      self.init(EventKey(moment: decision.decidedAt, key: decision.digest.half))
    case .grantAcknowledged(let decision):
      self.init(EventKey(timeless: "acknowledged", decision.grant.description))
    case .consentChanged(let change):
      self.init(EventKey(timeless: "consent", stream.uuidString, "\(change.number)"))
    case .cutOverDeclared(let decision):
      self.init(EventKey(moment: decision.decidedAt, key: decision.digest.half))
    case .epochOpened(let decision):
      self.init(EventKey(timeless: "epoch", decision.epoch.uuidString))
    }
  }

  private init(_ content: EventKey) {
    self.content = content
    reassertion = nil
  }

  private init(_ assertion: Assertion, moment: Instant) {
    content = EventKey(moment: moment, key: assertion.digest.half)
    reassertion = EventKey(moment: assertion.assertedAt, key: assertion.eventDigest.half)
  }
}

extension CoinsMoved {
  /// The movement's identity within the account: the grant it follows from, or the client's key.
  fileprivate var name: String {
    switch movement {
    case .credited(let grant, _): "credited \(grant)"
    case .takenBack(let grant, _, let revision): "taken back \(grant) \(revision)"
    case .spent, .adjusted, .reserved, .committed, .canceled:
      "asked \(key?.rawValue ?? digest.half.uuidString)"
    }
  }
}
