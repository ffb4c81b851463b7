import EventStore
import Foundation
import Intake
import Ledger

/// One item of a post, as it is kept sealed until it is recorded.
struct PostedItem: Codable, Sendable, Hashable {
  let signedTransaction: String
  let account: AccountID?
  /// What the post was narrowed to.
  let app: BundleID?
  let environment: StoreEnvironment?

  init(_ index: Int, of post: TransactionPost) {
    signedTransaction = post.signedTransactions[index]
    account = post.account
    app = post.app
    environment = post.environment
  }

  /// Asks for this item alone.
  var post: TransactionPost {
    TransactionPost(
      account: account, signedTransactions: [signedTransaction], app: app,
      environment: environment)
  }
}

/// Which item of which receipt.
struct ItemPlace: Sendable, Hashable {
  let receipt: String
  let index: Int

  init(receipt: String, index: Int) {
    self.receipt = receipt
    self.index = index
  }

  /// Reads what `subject` writes; nil for anything else.
  init?(subject: String) {
    let parts = subject.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[1]), index >= 0 else { return nil }
    self.init(receipt: String(parts[0]), index: index)
  }

  var subject: String { "\(receipt)/\(index)" }
  var errand: ErrandID { ErrandID(.post, nil, nil, subject) }
}

extension AccountReference {
  /// Stands for whom a post named that did not say of which app and environment.
  static func unplaced(_ account: AccountID) -> AccountReference {
    AccountReference(
      key: Digest(of: Array("unplaced\u{0}\(account.rawValue)".utf8)).half)
  }
}
