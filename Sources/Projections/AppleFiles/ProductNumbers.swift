import AppleReports
import Ledger

/// The product ids by Apple's numbers of the products, as sales files name them.
struct ProductNumbers {
  /// The days that are read at once. A yearly subscription is sold once in a year.
  private static let stride: Int64 = 31
  private static let strides: Int64 = 13

  private(set) var products: [String: String] = [:]

  /// Reads sales files until they have named all numbers: those of the thirteen months up to a day, the
  /// newest first, then those of the months after it.
  static func read(
    _ files: AppleFileStore, of numbers: Set<String>, until last: CivilDate
  ) async throws -> ProductNumbers {
    var found = ProductNumbers()
    let ends = (0..<strides).map { -$0 } + Array(1...strides)
    for end in ends where !numbers.allSatisfy({ found.products[$0] != nil }) {
      let day = last.daysSince1970 + end * stride
      let days =
        CivilDate(daysSince1970: day - stride + 1)...CivilDate(daysSince1970: day)
      try await files.each(.sales, within: days) { report, _ in
        guard case .sales(let rows) = report.rows else { return }
        let named = rows.map { ($0.appleIdentifier, $0.sku) }
        found.products.merge(named) { known, _ in known }
      }
    }
    return found
  }
}
