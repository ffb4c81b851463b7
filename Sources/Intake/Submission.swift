package import Ledger

/// A game's post: signed transactions and the account they are for.
package struct TransactionPost: Sendable {
  package let account: AccountID?
  package let signedTransactions: [String]
  /// The request's `?app=` and `?environment=`. Both narrow the accepted transactions and never
  /// widen them.
  package let app: BundleID?
  package let environment: StoreEnvironment?

  package init(
    account: AccountID?, signedTransactions: [String], app: BundleID? = nil,
    environment: StoreEnvironment? = nil
  ) {
    self.account = account
    self.signedTransactions = signedTransactions
    self.app = app
    self.environment = environment
  }
}

/// The state of a submission or of one of its items, least settled first.
package enum SubmissionState: String, Sendable, Codable, Comparable {
  case pending, rejected, settled

  private var rank: Int { [.pending, .rejected, .settled].firstIndex(of: self) ?? 0 }

  package static func < (left: SubmissionState, right: SubmissionState) -> Bool {
    left.rank < right.rank
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
    package var state: SubmissionState
    package var reason: String?
    package var duplicate: Bool
    package var finish: Bool { state == .settled }
  }

  /// The digest of the post. Equal posts have equal identifiers.
  package let id: String
  package var items: [Item]
  /// A position that covers every event of the post.
  package var position: Position

  package init(id: String, items: [Item], position: Position) {
    self.id = id
    self.items = items
    self.position = position
  }

  package var state: SubmissionState { items.map(\.state).min() ?? .settled }
}

/// The result of a notification, after the commit.
package struct NotificationReceipt: Sendable, Hashable {
  package let duplicate: Bool
  package let position: Position
}
