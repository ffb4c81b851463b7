import AppStore
import EventStore
package import Ledger

/// A purchase that a document names without any proof, so that Apple is to be asked about it.
package struct NamedPurchase: Sendable, Hashable {
  package let transactionID: TransactionID
  package let chain: ChainID
  /// The document, a transaction receipt of iOS 6.
  package let receipt: [UInt8]
  /// True if a source has told of the transaction.
  package let isKnown: Bool
}

/// The intake of transaction receipts of iOS 6.
package struct TransactionReceiptIntake: Sendable {
  /// The code of an item that waits until Apple has told of its transaction.
  package static let purchaseUnknown = "purchase_unknown"

  private let recorder: EventRecorder
  private let admission: Admission
  private let names: NameDecisions
  private let ownership: ChainOwnerDecisions
  private let links: LinkDecisions
  private let untoldTypes: UntoldTypes

  init(
    recorder: EventRecorder, admission: Admission, names: NameDecisions,
    ownership: ChainOwnerDecisions, links: LinkDecisions, untoldTypes: UntoldTypes
  ) {
    self.untoldTypes = untoldTypes
    self.recorder = recorder
    self.admission = admission
    self.names = names
    self.ownership = ownership
    self.links = links
  }

  /// Settles a post of a transaction receipt of iOS 6. Nothing of the receipt is believed but the
  /// identifiers, so the post is one for the chain's identifier alone: it links a chain that has no
  /// owner, once signed facts have told of it.
  func receive(
    _ contents: [UInt8], in post: TransactionPost
  ) async throws -> Submission {
    var brought = BroughtAlong()
    var (item, position) = try await settle(
      transactionReceipt: contents, in: post, bringing: &brought)
    if item.state == .settled, let chain = item.chain, let id = item.transactionID,
      try await untoldTypes.isUntold(id, of: chain)
    {
      item.waitForType()
    }
    var submission = Submission(id: post.id, items: [item], position: position)
    submission.bring(brought)
    return submission
  }

  /// Returns the purchase that a kept receipt names. Nothing of it is believed, and nothing stored.
  func purchase(
    namedIn contents: [UInt8], from origin: DocumentOrigin
  ) async throws -> NamedPurchase {
    let named = try Self.text(contents)
    let bundleID = try origin.app(of: "a transaction receipt of iOS 6", in: admission)
    let chain = named.chain(of: bundleID)
    try origin.require(chain.environment)
    try admission.admit(bundleID, chain.environment)
    let known = try await ownership.owners(of: chain).state.transactions
    let id = TransactionID(named.transactionID)
    return NamedPurchase(
      transactionID: id, chain: chain, receipt: contents, isKnown: known[id] != nil)
  }

  /// - Parameter brought: receives what waited under the account's name until now.
  private func settle(
    transactionReceipt contents: [UInt8], in post: TransactionPost,
    bringing brought: inout BroughtAlong
  ) async throws -> (Submission.Item, Position) {
    let (named, bundleID): (TransactionReceiptText, BundleID)
    do throws(Rejection) {
      (named, bundleID) = try admit(transactionReceipt: contents, in: post.scope)
    } catch {
      return (Submission.Item(index: 0, rejected: error), Position())
    }
    let chain = named.chain(of: bundleID)
    var item = Submission.Item(
      index: 0, transactionID: TransactionID(named.transactionID), productID: nil,
      environment: chain.environment, chain: chain, account: nil,
      state: .rejected, reason: Self.purchaseUnknown, duplicate: false)
    let transactions = try await ownership.owners(of: chain).state.transactions
    guard let known = transactions[TransactionID(named.transactionID)] else {
      return (item, Position())
    }
    item.productID = known.purchase.productID
    item.state = .settled
    (item.reason, item.duplicate) = (nil, true)
    guard let account = post.account else { return (item, try await recorder.log.position()) }
    brought = try await names.makeKnown(
      account, of: bundleID, for: chain.environment, within: post.scope.reach)
    switch try await links.link(
      account, to: chain.originalTransactionID, of: bundleID, in: chain.environment)
    {
    case .linked(_, let position):
      item.account = account
      return (item, position)
    case .rejected(let rejection): item.reason = rejection.code
    case .unknown: break
    }
    return (item, try await recorder.log.position())
  }

  /// Returns the identifiers and the app of the receipt. It names no app, so that the request does, or
  /// the settings.
  private func admit(
    transactionReceipt contents: [UInt8], in scope: PostScope
  ) throws(Rejection) -> (TransactionReceiptText, BundleID) {
    let receipt = try Self.text(contents)
    guard let bundleID = scope.app ?? admission.onlyApp else {
      throw Rejection(
        .unreadable, code: "app_not_named",
        detail: "a transaction receipt of iOS 6 names no app: name it by the parameter app")
    }
    let environment = StoreEnvironment(receipt.environment)
    try scope.admitByReach(bundleID, environment)
    try admission.admit(bundleID, environment)
    try scope.admit(bundleID, environment)
    return (receipt, bundleID)
  }

  private static func text(_ contents: [UInt8]) throws(Rejection) -> TransactionReceiptText {
    guard let receipt = TransactionReceiptText(contents) else {
      throw Rejection(ReceiptError.malformedReceipt(field: "purchase-info"))
    }
    return receipt
  }
}

extension TransactionReceiptText {
  fileprivate func chain(of bundleID: BundleID) -> ChainID {
    ChainID(
      bundleID, StoreEnvironment(environment), OriginalTransactionID(originalTransactionID))
  }
}
