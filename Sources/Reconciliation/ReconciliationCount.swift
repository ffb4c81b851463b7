/// What of Apple's word was here.
package struct ReconciliationCount: Hashable, Sendable {
  /// What Apple showed.
  package var expected: Int64 { present + missing }
  /// What was here.
  package var present: Int64 = 0
  /// What was not, and was taken in.
  package var repaired: Int64 = 0
  /// What was not, and could not be taken in.
  package var refused: Int64 = 0
  package var missing: Int64 { repaired + refused }

  package init() {}

  package static func + (
    left: ReconciliationCount, right: ReconciliationCount
  ) -> ReconciliationCount {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout ReconciliationCount, right: ReconciliationCount) {
    left.present += right.present
    left.repaired += right.repaired
    left.refused += right.refused
  }
}
