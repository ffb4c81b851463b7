package import Foundation
package import Ledger

/// Something that is owed, as whoever works on it has it.
package struct Errand: Sendable {
  package let lane: Int16
  package let id: ErrandID
  package let kind: ErrandKind
  /// Nil only for what was posted and could not be read.
  package let environment: StoreEnvironment?
  /// Nil only for what was posted and could not be read.
  package let bundleID: BundleID?
  package let account: AccountReference?
  /// What it is about, in the words of its kind.
  package let subject: String
  package let content: SealedContent?
  /// How often it was taken since it last went well, this time too.
  package let attempts: Int32
  /// Afterwards it is of no use.
  package let deadline: Instant?
  /// How often it had been asked for when it was taken.
  let asks: Int32
  let lease: UUID

  package init(
    lane: Int16, id: ErrandID, kind: ErrandKind, environment: StoreEnvironment?,
    bundleID: BundleID?, account: AccountReference?, subject: String, content: SealedContent?,
    attempts: Int32, deadline: Instant?, asks: Int32, lease: UUID
  ) {
    self.lane = lane
    self.id = id
    self.kind = kind
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.subject = subject
    self.content = content
    self.attempts = attempts
    self.deadline = deadline
    self.asks = asks
    self.lease = lease
  }
}

/// Something that comes to be owed.
package struct NewErrand: Sendable, Hashable {
  package let kind: ErrandKind
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountReference?
  package let subject: String
  /// For its handler alone: sealed before it is stored.
  package let content: [UInt8]?
  package let dueAt: Instant
  package let deadline: Instant?

  package init(
    _ kind: ErrandKind, about subject: String, in environment: StoreEnvironment,
    of bundleID: BundleID, for account: AccountReference? = nil, content: [UInt8]? = nil,
    dueAt: Instant, deadline: Instant? = nil
  ) {
    self.kind = kind
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
    self.subject = subject
    self.content = content
    self.dueAt = dueAt
    self.deadline = deadline
  }

  package var id: ErrandID { ErrandID(kind, environment, bundleID, subject) }
}
