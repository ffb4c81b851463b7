/// The status of a grant at a moment.
package struct GrantStatus: Hashable, Sendable {
  package let grant: GrantMade
  /// The account whose wallet receives the coins; nil while the coins wait for an account.
  package let account: AccountReference?
  /// The part of the grant's amount that was taken back in total.
  package let takenBack: Int64
  /// The position in the chain's lane of which this is the status; of two statuses the one with the
  /// greater revision is current.
  package let revision: Int64
  /// True if the account had the grant before and has to give back the whole amount.
  package let isFormer: Bool

  package init(
    grant: GrantMade, account: AccountReference?, takenBack: Int64, revision: Int64,
    isFormer: Bool = false
  ) {
    self.grant = grant
    self.account = account
    self.takenBack = takenBack
    self.revision = revision
    self.isFormer = isFormer
  }
}
