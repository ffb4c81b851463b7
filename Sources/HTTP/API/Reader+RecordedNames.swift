package import Ledger
package import Projections

extension Reader {
  /// Returns the fault of a name that a write gives an account; nil if there is none. A name that is
  /// recorded already has none, whatever it holds: its purchases and coins stay usable.
  package func fault(
    recording account: AccountID, of apps: [BundleID]
  ) async throws -> String? {
    guard let fault = PlainName.fault(recording: account.rawValue) else { return nil }
    let references = apps.flatMap { app in
      StoreEnvironment.allCases.map { AccountReference($0, app, account) }
    }
    return try await names(of: Set(references)).isEmpty ? fault : nil
  }
}
