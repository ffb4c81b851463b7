/// The condition under which a transaction is reported to Apple as finished.
package enum FinishPolicy: String, Sendable, Hashable, CaseIterable {
  /// Never: the game finishes its transactions itself.
  case off
  /// Once the game has acknowledged the transaction's grants, or if the transaction grants nothing.
  case acknowledged
  /// Once the transaction is recorded.
  case recorded
}
