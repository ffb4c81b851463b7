import Ledger
import Reports

/// An entry of the journal, as printed. Amounts are milliunits of the currency.
struct JournalEntryBody: Encodable {
  private let number: Int
  private let kind: String
  private let transactionId: String
  private let occurredAt: String
  private let learntAt: String
  private let currency: String
  private let price: Int64
  private let estimatedTax: Int64
  private let commission: Int64
  private let proceeds: Int64
  private let adjusts: Int?
  private let because: [String]

  init(_ entry: JournalEntry) {
    number = entry.number
    kind = entry.kind.rawValue
    transactionId = entry.transactionID.rawValue
    occurredAt = entry.occurredAt.description
    learntAt = entry.learntAt.description
    currency = entry.currency
    price = entry.amounts.price
    estimatedTax = entry.amounts.tax
    commission = entry.amounts.commission
    proceeds = entry.amounts.proceeds
    adjusts = entry.adjusts
    because = entry.because.map(\.description)
  }
}

extension JournalEntry {
  /// The price with its parts, and the moment it was learned, as a sentence.
  var sentence: String {
    func text(_ amount: Int64) -> String { Milliunits.text(amount, currency) }
    let adjusted = adjusts.map { " (adjusts entry \($0))" } ?? ""
    return
      "  \(number)  \(transactionID)  \(occurredAt)  \(kind.rawValue) of \(text(amounts.price)): "
      + "estimated tax \(text(amounts.tax)), commission \(text(amounts.commission)), "
      + "proceeds \(text(amounts.proceeds)); learned \(learntAt) from event \(causedBy)\(adjusted)"
  }
}
