/// The figures of a coin up to a moment, in coins. They add up over all wallets, and are wider than amounts.
///
/// `closing` is always `granted + earned - takenBack - spent + adjusted - erased`, over all wallets between which
/// coins were merged.
package struct CoinFigures: Hashable, Sendable {
  /// The coins that purchases brought.
  package var granted: Int128 = 0
  /// The coins that the game gave by `credit`.
  package var earned: Int128 = 0
  /// The coins that refunds took back, whether they were still there or spent.
  package var takenBack: Int128 = 0
  package var spent: Int128 = 0
  /// The coins that operators gave, less those that they took.
  package var adjusted: Int128 = 0
  /// The coins that ended with erased accounts.
  package var erased: Int128 = 0
  /// The coins that players may still spend, less those that they owe.
  package var closing: Int128 = 0
  /// The part of the coins that is reserved.
  package var reserved: Int128 = 0
  /// The coins that players owe, because they were spent and then taken back.
  package var debt: Int128 = 0

  package init() {}

  package static func += (left: inout CoinFigures, right: CoinFigures) {
    left.granted += right.granted
    left.earned += right.earned
    left.takenBack += right.takenBack
    left.spent += right.spent
    left.adjusted += right.adjusted
    left.erased += right.erased
    left.closing += right.closing
    left.reserved += right.reserved
    left.debt += right.debt
  }
}
