import EventStore
import Foundation
import Intake
import Ledger

/// One item of a post, kept sealed until it is recorded: a signed transaction, or a whole app receipt.
struct PostedItem: Codable, Sendable, Hashable {
  /// Absent from the item of a receipt.
  let signedTransaction: String?
  /// Absent from the item of a signed transaction.
  let receipt: Data?
  let device: Data?
  let account: AccountID?
  /// The app that the post was narrowed to.
  let app: BundleID?
  let environment: StoreEnvironment?
  /// Absent from items saved before posts could restore.
  let isRestore: Bool?
  /// The apps and environments of the key; absent for all.
  let reach: KeyReach?

  init(_ index: Int, of post: TransactionPost) {
    switch post.content {
    case .signedTransactions(let transactions):
      (signedTransaction, receipt, device) = (transactions[index], nil, nil)
    case .signedOnDevice(let jws, let device):
      (signedTransaction, receipt) = (jws, nil)
      self.device = withUnsafeBytes(of: device.uuid) { Data($0) }
    case .receipt(let contents, let device):
      (signedTransaction, receipt) = (nil, Data(contents))
      self.device = device.map { Data($0) }
    }
    account = post.account
    app = post.scope.app
    environment = post.scope.environment
    isRestore = post.isRestore ? true : nil
    reach = post.scope.reach == .everything ? nil : post.scope.reach
  }

  /// A post of this item alone.
  var post: TransactionPost {
    TransactionPost(
      account: account, content, isRestore: isRestore ?? false,
      within: PostScope(app: app, environment: environment, reach: reach ?? .everything))
  }

  private var content: TransactionPost.Content {
    if let receipt { return .receipt([UInt8](receipt), device: device.map { [UInt8]($0) }) }
    let jws = signedTransaction.map { [$0] } ?? []
    guard let device, device.count == 16, let only = jws.first else {
      return .signedTransactions(jws)
    }
    return .signedOnDevice(
      only, device.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
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
