package import Postgres

/// A count of what Apple showed, by its presence in the ledger.
package struct ReconciliationCount: Hashable, Sendable {
  /// The number of items that Apple showed.
  package var expected: Int64 { present + missing }
  /// The number of items that were present.
  package var present: Int64 = 0
  /// The number of items that were missing and were ingested.
  package var repaired: Int64 = 0
  /// The number of items that were missing and could not be ingested.
  package var rejected: Int64 = 0
  package var missing: Int64 { repaired + rejected }

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
    left.rejected += right.rejected
  }
}

extension ReconciliationCount: RowDecodable {
  package init(_ columns: inout ColumnReader) throws {
    self.init()
    present = try columns.next()
    repaired = try columns.next()
    rejected = try columns.next()
  }
}
