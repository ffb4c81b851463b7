/// When Apple is told that a transaction is finished.
package enum FinishPolicy: String, Sendable, Hashable, CaseIterable {
  /// Never: the game finishes its transactions itself.
  case off
  /// Once the game has acknowledged what the transaction granted, or where it grants nothing.
  case acknowledged
  /// Once the transaction is recorded.
  case recorded
}
