package import Ledger

/// A grant that was refused because its transaction was granted in another chain.
package struct RefusedGrant: Hashable, Sendable {
  package let grant: GrantMade
  /// The chain that has the grant.
  package let grantedIn: ChainID
}
