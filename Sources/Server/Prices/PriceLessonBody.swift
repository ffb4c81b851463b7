import AppleReports
import Ledger

/// A lesson of Apple's files about the prices of an app itself, as the command prints it.
package struct PriceLessonBody: LessonBody {
  /// The app's SKU; nil if no file has a download of the app.
  let sku: String?
  let prices: [PriceRowBody]
  let ambiguous: [Ambiguous]
  /// The number of paid downloads that were read.
  let units: Int64
  /// True if the books use these prices.
  let isInForce: Bool

  struct Ambiguous: Encodable, Sendable {
    let date: String
    let units: Int64
  }

  init(_ lesson: AppPriceLearner.Lesson, isInForce: Bool) {
    sku = lesson.prices?.sku
    prices = (lesson.prices?.rows ?? []).map(PriceRowBody.init)
    ambiguous = lesson.ambiguous.map { Ambiguous(date: $0.day.description, units: $0.units) }
    units = lesson.units
    self.isInForce = isInForce
  }

  package var lines: [String] {
    let untold = ambiguous.map { day in
      "\(day.date): no price for \(day.units) downloads at several prices or in several storefronts"
    }
    return prices.map(\.text) + untold + [state]
  }

  private var state: String {
    guard sku != nil else {
      return "There is no sales file with a download of the app: import some by "
        + "`daicho report reconciliation --apple-files`."
    }
    guard isInForce else {
      return prices.isEmpty
        ? "No day has a price any more: publish this by --by NAME." : "Publish them by --by NAME."
    }
    return prices.isEmpty ? "No day has a price." : "These prices are in force."
  }
}
