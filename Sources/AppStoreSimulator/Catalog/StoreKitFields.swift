import Foundation

/// A reader of the fields of one product in a `.storekit` file, which names the fault of a field.
struct StoreKitFields {
  let product: String
  private var place = ""

  init(product: String) {
    self.product = product
  }

  /// Returns a reader for an object inside the product.
  func within(_ field: String) -> StoreKitFields {
    var inner = self
    inner.place = "\(field)."
    return inner
  }

  func error(_ field: String, _ remedy: String) -> CatalogError {
    CatalogError(product: product, field: place + field, remedy: remedy)
  }

  func text(_ text: String?, _ field: String) throws(CatalogError) -> String {
    guard let text, !text.isEmpty else { throw error(field, "must not be empty") }
    return text
  }

  func positive(_ number: Int?, _ field: String) throws(CatalogError) -> Int {
    guard let number, (1...1_000).contains(number) else {
      throw error(field, "must be a number from 1 to 1000")
    }
    return number
  }

  func period(_ text: String?, _ field: String) throws(CatalogError) -> CalendarPeriod {
    guard let text, let period = CalendarPeriod(iso8601: text) else {
      throw error(field, "must be a period such as P1M")
    }
    return period
  }

  /// Returns the exact amount in milliunits. Throws if the amount is finer than a milliunit.
  func price(_ text: String?, _ field: String) throws(CatalogError) -> Int64 {
    guard let text, text.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,6})?/) != nil,
      let amount = Decimal(string: text),
      let milliunits = Int64((amount * 1_000).description)
    else { throw error(field, "must be an amount such as 4.99") }
    return milliunits
  }
}
