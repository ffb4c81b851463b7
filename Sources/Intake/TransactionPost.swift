package import Foundation
package import Ledger

/// A game's post: what Apple signed for it, and the account that it is for.
package struct TransactionPost: Sendable {
  package enum Content: Sendable, Hashable {
    case signedTransactions([String])
    /// One JWS that a device made, and the `AppStore.deviceVerificationID` of the device.
    case signedOnDevice(String, UUID)
    /// An app receipt, and the identifier of the device that it was issued to, if the game told it.
    case receipt([UInt8], device: [UInt8]?)
  }

  package let account: AccountID?
  package let content: Content
  /// True if the player asked to restore purchases, so that the app's policy may move them.
  package let isRestore: Bool
  package let scope: PostScope

  package init(
    account: AccountID?, _ content: Content, isRestore: Bool = false, within scope: PostScope
  ) {
    self.account = account
    self.content = content
    self.isRestore = isRestore
    self.scope = scope
  }

  package init(
    account: AccountID?, signedTransactions: [String], isRestore: Bool = false,
    app: BundleID? = nil, environment: StoreEnvironment? = nil, reach: KeyReach = .everything
  ) {
    self.init(
      account: account, .signedTransactions(signedTransactions), isRestore: isRestore,
      within: PostScope(app: app, environment: environment, reach: reach))
  }

  /// The identifier of the post. Equal posts have equal identifiers, unless their keys differ in
  /// reach.
  var id: String {
    var form = CanonicalForm(0)
    form.add(1, account)
    form.add(2, scope.app)
    form.add(3, scope.environment?.rawValue)
    form.add(5, isRestore ? true : nil)
    switch content {
    case .signedTransactions(let transactions):
      for jws in transactions { form.add(4, jws) }
    case .signedOnDevice(let jws, let device):
      form.add(4, jws)
      form.add(9, device)
    case .receipt(let contents, let device):
      form.add(8, Digest(of: contents).hexadecimal)
      form.add(9, device.map { Digest(of: $0).hexadecimal })
    }
    for app in scope.reach.apps ?? [] { form.add(6, app) }
    for environment in scope.reach.environments ?? [] { form.add(7, environment.rawValue) }
    return "rcp_" + form.digest.hexadecimal.prefix(32)
  }
}
