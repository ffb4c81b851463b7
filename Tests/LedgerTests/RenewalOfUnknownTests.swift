import Ledger
import Testing

@testable import ReferenceModels

/// A renewal of a purchase that no source told, which begins while an older purchase would still run. Apple charges
/// renewals within a day before they begin, and a purchase replaces only those that it meets. A month costs 9.990 USD.
struct RenewalOfUnknownTests {
  private static func given() -> Given {
    var given = Given()
    given.currency = "USD"
    return given
  }

  /// Returns the amounts that each transaction has in the journal, and in the model's books: what was charged and
  /// what was given back.
  private static func books(_ given: Given) -> (
    rules: [TransactionID: [Int64]], model: [TransactionID: [Int64]]
  ) {
    var journal = JournalBook(taxes: .none)
    for event in given.events { journal.record(event) }
    let rules = Dictionary(grouping: journal.entries, by: \.transactionID).mapValues { entries in
      [true, false].map { isCharge in
        entries.filter { ($0.kind == .charge) == isCharge }.reduce(0) { $0 + $1.amounts.price }
      }
    }
    let model = JournalModel(
      events: given.events, terms: ModelTerm.standard, settings: ModelSettings(), taxes: []
    ).holdings(at: day(1_000))
    return (
      rules.filter { $0.value != [0, 0] },
      Dictionary(
        uniqueKeysWithValues: model.map {
          ($0.key.transactionID, [$0.value.price, $0.value.returned[0]])
        })
    )
  }

  /// The year was upgraded on day 10 to an unknown month. Its renewal of day 40 was charged on day 39.5 and
  /// replaced on day 60: 11 of 31 days were unused, 3.545 of 9.990 USD.
  @Test func `a renewal of an unknown upgrade is charged, although the old year would still run`() {
    var given = Self.given()
    given.bought(
      "1", from: 0, to: 365, product: "gold.yearly", upgraded: true, reason: "PURCHASE",
      price: 59_990, said: 10)
    given.bought("3", from: 40, to: 71, reason: "RENEWAL", price: 9_990, said: 39.5)
    given.bought("4", from: 60, to: 91, reason: "PURCHASE", price: 19_990)
    given.bought("3", from: 40, to: 71, upgraded: true, reason: "RENEWAL", price: 9_990, said: 61)
    let books = Self.books(given)
    let expected: [TransactionID: [Int64]] = [
      "1": [59_990, 0], "3": [9_990, 3_545], "4": [19_990, 0],
    ]
    #expect(books.rules == expected)
    #expect(books.model == expected)
  }

  /// The renewal of day 40 was first heard of when it had been upgraded. A purchase of up to a day before it
  /// replaced it before it began; an earlier one did not.
  @Test(arguments: [(39.0, nil), (39 - oneSecond, [9_990, 0])] as [(Double, [Int64]?)])
  func `a renewal heard of late was charged ahead for a day at most`(bought: Double, held: [Int64]?)
  {
    var given = Self.given()
    given.bought("1", from: 9, to: 40, reason: "PURCHASE", price: 9_990)
    given.bought("3", from: bought, to: bought + 31, reason: "PURCHASE", price: 19_990)
    given.bought("2", from: 40, to: 71, upgraded: true, reason: "RENEWAL", price: 9_990, said: 61)
    let books = Self.books(given)
    #expect(books.rules["2"] == held)
    #expect(books.model["2"] == held)
  }
}
