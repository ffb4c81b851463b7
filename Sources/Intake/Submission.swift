package import Ledger

/// The state of a submission or of one of its items.
package enum SubmissionState: String, Sendable, Codable {
  /// At least one item waits.
  case pending
  case rejected, settled
  /// Some items are settled and some are rejected. No item has this state.
  case partial

  init(of items: some Collection<SubmissionState>) {
    if items.contains(.pending) {
      self = .pending
    } else if Set(items).count > 1 {
      self = .partial
    } else {
      self = items.first ?? .settled
    }
  }
}

/// The result of a post.
package struct Submission: Sendable {
  /// One posted transaction. A true `finish` means that the transaction is recorded for good and
  /// the game may finish it.
  package struct Item: Sendable, Hashable, Codable {
    package var index: Int
    package var transactionID: TransactionID?
    package var productID: ProductID?
    package var environment: StoreEnvironment?
    package var chain: ChainID?
    /// The owner after the post; nil while no account owns the purchase.
    package var account: AccountID?
    package var state: SubmissionState
    package var reason: String?
    /// The end of the cool-down for which the purchase was not restored to the account.
    package var coolingDownUntil: Instant?
    /// The owner from whom a restore moved the purchase. Absent from items kept by earlier versions.
    package var movedFrom: AccountID?
    package var duplicate: Bool
    package var finish: Bool { state == .settled }
  }

  /// The digest of the post. Equal posts have equal identifiers.
  package let id: String
  package var items: [Item]
  /// A position that covers every event of the post.
  package var position: Position
  /// The chains that waited under the posting account's name and belong to it from now on.
  package private(set) var brought: [TokenChains] = []
  /// All grants of the posted transaction, if they were made with it; nil if the granter makes them.
  package var granted: [GrantOfPost]?
  /// The reason why the posted transaction has no grant, if `granted` has none.
  package var noGrantReason = NoGrantReason.none
  /// False for a transaction without price and currency, of which another copy may tell them.
  package var isPriceTold = true
  /// True if the receipt was kept in the transaction that recorded the post.
  package var isKept = false

  package init(
    id: String, items: [Item], position: Position
  ) {
    self.id = id
    self.items = items
    self.position = position
  }

  /// Notes what the post brought along; the position covers it.
  mutating func bring(_ brought: BroughtAlong) {
    self.brought += brought.chains
    position = brought.covering(position)
  }

  package var state: SubmissionState { SubmissionState(of: items.map(\.state)) }
}

/// A grant that was made in the batch of its post, to the poster.
package struct GrantOfPost: Sendable, Hashable {
  package let status: GrantStatus
  /// The event that made the grant.
  package let event: EventID
  /// The number of changes of the account's name.
  package let nameChanges: Int
}

/// The result of a notification, after the commit.
package struct NotificationReceipt: Sendable, Hashable {
  package let duplicate: Bool
  /// The number of facts in the notification.
  package let facts: Int
  package let position: Position
}
