/// The number of a grant's last change as games see it: of two tellings of a grant, the one with the greater
/// revision is the later one.
///
/// It is made of the epoch, of the position of the chain's last event, and of the changes of the name of the
/// grant's account, the first of them in the highest digits. All three follow from the log, and are the same after
/// a rebuild. A restored ledger continues from its backup, so that the digits of the positions suffice unless a
/// restore loses sixteen million events of a lane. Until the year 2100 a revision is below 2^53, which a number in
/// JSON holds exactly.
package struct GrantRevision: Hashable, Sendable {
  private static let epoch: Int64 = 1 << 30
  private static let position: Int64 = 1 << 6

  package let value: Int64

  /// - Parameters:
  ///   - position: the position of the last event of the grant's chain.
  ///   - changes: the number of changes of the name of the grant's account.
  package init(inEpoch number: Int64, at position: Int64, nameChanges changes: Int) {
    value =
      number * Self.epoch + position * Self.position + min(Int64(changes), Self.position - 1)
  }
}
