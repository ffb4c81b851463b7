package import Ledger

/// Which account is asked about: an account belongs to one app and one environment.
package struct AccountKey: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountID

  package init(environment: StoreEnvironment, bundleID: BundleID, account: AccountID) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
  }

  package var reference: AccountReference { AccountReference(environment, bundleID, account) }
}

/// An answer, and how far the projection had read when it was given.
package struct Answer<Value: Sendable>: Sendable {
  package let value: Value
  package let position: Position

  package init(_ value: Value, at position: Position) {
    self.value = value
    self.position = position
  }
}

/// Why a read cannot be answered now.
package enum ProjectionError: Error, Hashable, Sendable {
  /// The projection did not reach the position asked for in the time allowed.
  case positionNotReached
  /// It is asked what will have been known at a moment that has not passed.
  case momentAhead
}
