/// The conduct of the games of customers who act at random.
package struct GameHabits: Sendable {
  /// True if games register tokens, post transactions, restore and merge. Otherwise only Apple
  /// reports purchases, and a customer's token is the account.
  package var isPosting: Bool
  /// True if persons ask for erasure, which needs an operator of the ledger.
  package var isErasing: Bool

  package init(isPosting: Bool = true, isErasing: Bool = false) {
    self.isPosting = isPosting
    self.isErasing = isErasing
  }
}
