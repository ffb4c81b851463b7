import AppleReports
import Ledger

/// The product ids by Apple's numbers of the products, as sales files name them.
struct ProductNumbers {
  /// The days that are read at once. A yearly subscription is sold once in a year.
  private static let stride: Int64 = 31
  private static let daysMax: Int64 = 13 * stride

  private(set) var products: [String: String] = [:]

  /// Reads sales files, the newest first, until they have named all numbers.
  ///
  /// - Parameter last: the last day that is read.
  static func read(
    _ files: AppleFileStore, of numbers: Set<String>, until last: CivilDate
  ) async throws -> ProductNumbers {
    var found = ProductNumbers()
    var day = last.daysSince1970
    while day > last.daysSince1970 - daysMax, !numbers.allSatisfy({ found.products[$0] != nil }) {
      let days =
        CivilDate(daysSince1970: day - stride + 1)...CivilDate(daysSince1970: day)
      try await files.each(.sales, within: days) { report, _ in
        guard case .sales(let rows) = report.rows else { return }
        let named = rows.map { ($0.appleIdentifier, $0.sku) }
        found.products.merge(named) { known, _ in known }
      }
      day -= stride
    }
    return found
  }
}
