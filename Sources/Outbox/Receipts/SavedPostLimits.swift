/// The limits of the posted items that wait. They hold for pending items and for dead-lettered ones
/// separately.
package struct SavedPostLimits: Sendable {
  /// The number of items of an account. Items of posts without an account have no such limit.
  package let accountMax: Int
  /// The number of items of an API key.
  package let keyMax: Int
  /// The size of an item in bytes.
  package let bytesMax: Int

  package init(accountMax: Int = 100, keyMax: Int = 1_000, bytesMax: Int = 65_536) {
    self.accountMax = accountMax
    self.keyMax = keyMax
    self.bytesMax = bytesMax
  }
}
