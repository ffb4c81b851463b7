import Foundation
import Ledger

extension SettlementRecorded: StoredContent {
  init(_ row: EventRow) throws(StoredEventError) {
    let stored: StoredSettlement = try row.content(under: "settlement")
    guard let settlement = stored.settlement else {
      throw .incomplete("column extra has no days of a settlement")
    }
    self.init(
      bundleID: try row.bundleID(), settlement: settlement, recordedAt: row.assertedAt)
  }

  func write(to row: inout EventRow) throws(StoredEventError) {
    row.set(.production, bundleID)
    try row.set(StoredSettlement(settlement), under: "settlement")
  }

  func keys(in stream: UUID) -> EventKeys { EventKeys(moment: recordedAt, digest) }
}

/// A settlement in the JSON of its row: storefronts are many, so that amounts are nested.
private struct StoredSettlement: Codable {
  let firstDay: String
  let lastDay: String
  let file: Digest
  /// The amounts in milliunits by currency, product and storefront.
  let amounts: [String: [String: [String: Int64]]]

  init(_ settlement: SettledMonth) {
    firstDay = settlement.days.lowerBound.description
    lastDay = settlement.days.upperBound.description
    file = settlement.file
    amounts = settlement.amounts.reduce(into: [:]) { amounts, item in
      let place = item.key
      amounts[place.currency, default: [:]][place.productID.rawValue, default: [:]][
        place.storefront] = item.value
    }
  }

  /// Nil if the days are none.
  var settlement: SettledMonth? {
    guard let first = CivilDate(firstDay), let last = CivilDate(lastDay), first <= last else {
      return nil
    }
    var places: [SettledMonth.Place: Int64] = [:]
    for (currency, products) in amounts {
      for (product, storefronts) in products {
        for (storefront, amount) in storefronts {
          places[SettledMonth.Place(ProductID(product), in: storefront, currency)] = amount
        }
      }
    }
    return SettledMonth(days: first...last, file: file, amounts: places)
  }
}
