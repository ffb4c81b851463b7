import EventStore
import Foundation
import Intake
import Ledger

/// One item of a post, kept sealed until it is recorded.
struct PostedItem: Codable, Sendable, Hashable {
  let signedTransaction: String
  let account: AccountID?
  /// The app that the post was narrowed to.
  let app: BundleID?
  let environment: StoreEnvironment?
  /// Absent from items saved before posts could restore.
  let isRestore: Bool?
  /// The apps and environments of the key; absent for all.
  let reach: KeyReach?

  init(_ index: Int, of post: TransactionPost) {
    signedTransaction = post.signedTransactions[index]
    account = post.account
    app = post.app
    environment = post.environment
    isRestore = post.isRestore ? true : nil
    reach = post.reach == .everything ? nil : post.reach
  }

  /// A post of this item alone.
  var post: TransactionPost {
    TransactionPost(
      account: account, signedTransactions: [signedTransaction], isRestore: isRestore ?? false,
      app: app, environment: environment, reach: reach ?? .everything)
  }
}

/// The place of an item: its receipt, and its index there.
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
  var job: JobID { JobID(.post, nil, nil, subject) }
}

extension AccountReference {
  /// Returns a reference to an account that a post named without an app or an environment.
  static func unplaced(_ account: AccountID) -> AccountReference {
    AccountReference(
      key: Digest(of: Array("unplaced\u{0}\(account.rawValue)".utf8)).half)
  }
}
