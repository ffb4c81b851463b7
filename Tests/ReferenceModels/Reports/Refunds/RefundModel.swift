import Foundation
import Ledger

/// A reference model of the report of refunds: those that the books have in the time, one by one, with their
/// customers.
package struct RefundModel {
  private let facts: ModelReportFacts
  private let mutation: DebtMutation?

  package init(_ facts: ModelReportFacts, mutation: DebtMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    rows(of: question, in: ModelBooks(facts, for: question))
  }

  /// Returns the rows by books that were made for the cut of the question.
  package func rows(of question: ModelReportQuestion, in books: ModelBooks) -> [ModelReportRow] {
    let log = DebtLog(facts, question, mutation)
    let book = RefundBook(
      log.events(within: log.cut(at: question.to)), facts.settings, app: question.app,
      environment: question.environment)
    let customers = RefundCustomers(facts, book, question, mutation)
    return refunds(of: question, books).map { refund, refunded in
      let purchase = book.purchases[refund.purchase]
      var row = row(refund, refunded, charge(of: refund.purchase, question, books))
      row["reason"] = purchase.map { reason($0.same.copies, refund.date) } ?? ""
      row["coinsTakenBack"] = purchase.map { takenBack(refund.date, $0, book.events) } ?? ""
      let customer = customers.customer(of: refund.purchase.chain)
      row["account"] = customer?.name ?? ""
      row["refundsOfAccount"] = customer.map { "\($0.refunds)" } ?? ""
      row["coinsOwed"] = row["coinsTakenBack"] == "" ? "" : words(customer?.owed ?? [:])
      if mutation == .datesRefundsByArrival { row["refundedAt"] = "\(refund.toldAt)" }
      return row
    }
  }

  private struct Refund: Hashable {
    let purchase: ModelPurchaseName
    let date: Instant
    let product: ProductID
    let storefront: String
    let currency: String
    /// The moment at which it became known, where the model makes that error.
    let toldAt: Instant
  }

  /// Returns the refunds that are booked in the time, each with its amount: less than nothing if a closed month
  /// had one that became another since.
  private func refunds(
    of question: ModelReportQuestion, _ books: ModelBooks
  ) -> [Refund: Int128] {
    let table = ModelBookTable(
      question: question, mutation: mutation == .includesTheEnd ? .endIncluded : nil)
    var refunds: [Refund: Int128] = [:]
    for booking in books.bookings where booking.entry.kind == .refund {
      let (entry, isLate) = (booking.entry, booking.isLate)
      guard mutation != .dropsLateRefunds || !isLate else { continue }
      let moments =
        [booking.bookedAt]
        + (mutation == .listsLateRefundsTwice && isLate ? [entry.moment] : [])
      let told = mutation == .datesRefundsByArrival ? toldAt(booking.cause) : entry.moment
      let refund = Refund(
        purchase: entry.purchase, date: entry.moment, product: entry.product,
        storefront: entry.storefront ?? "", currency: entry.currency ?? "", toldAt: told)
      for moment in moments where table.isInTime(moment) {
        refunds[refund, default: 0] += booking.price(.refund)
      }
    }
    return refunds.filter { $0.value != 0 }
  }

  private func toldAt(_ cause: EventID) -> Instant {
    facts.events.first { $0.id == cause }?.event.assertedAt ?? .distantPast
  }

  /// Returns the price of the charge that stands, and its moment; of one that was taken out again the moment that
  /// it had.
  private func charge(
    of purchase: ModelPurchaseName, _ question: ModelReportQuestion, _ books: ModelBooks
  ) -> (price: Int64, moment: Instant)? {
    let isOfPurchase: (ModelBooking) -> Bool = {
      $0.entry.kind == .charge && $0.entry.purchase == purchase
    }
    if let charge = books.standing(at: question).first(where: isOfPurchase) {
      return (charge.entry.amounts.price, charge.entry.moment)
    }
    return books.bookings.first(where: isOfPurchase).map { (0, $0.entry.moment) }
  }

  private func row(
    _ refund: Refund, _ refunded: Int128, _ charge: (price: Int64, moment: Instant)?
  ) -> ModelReportRow {
    let passed = charge.map { refund.date.milliseconds - $0.moment.milliseconds } ?? 0
    let started: Int64 = mutation == .countsStartedDays ? 1 : 0
    let price = charge?.price ?? 0
    return [
      "refundedAt": "\(refund.date)",
      "originalTransactionId": refund.purchase.chain.originalTransactionID.rawValue,
      "transactionId": refund.purchase.transactionID.rawValue,
      "product": refund.product.rawValue,
      "storefront": refund.storefront,
      "currency": refund.currency,
      "price": "\(price)",
      "refunded": "\(refunded)",
      "share": price == 0 ? "" : share(of: refunded, in: price),
      "daysAfterPurchase": "\(passed / 86_400_000 + started)",
    ]
  }

  /// Returns a part of a price as a decimal number with five places, half up.
  private func share(of part: Int128, in price: Int64) -> String {
    let (whole, rest) = (part.magnitude * 100_000).quotientAndRemainder(
      dividingBy: UInt128(price))
    let isUp = rest * 2 >= UInt128(price) && mutation != .roundsSharesDown
    let (ones, places) = (whole + (isUp ? 1 : 0)).quotientAndRemainder(dividingBy: 100_000)
    let digits = String(places)
    return (part < 0 ? "-" : "")
      + "\(ones).\(String(repeating: "0", count: 5 - digits.count))\(digits)"
  }

  private func reason(_ copies: [TransactionFact], _ date: Instant) -> String {
    let told = copies.sorted { $0.assertion < $1.assertion }.compactMap(\.revocation.value)
      .filter { $0.date == date || mutation == .takesLastReason }.compactMap(\.reason).last
    return switch told {
    case 0: "other"
    case 1: "issue in the app"
    case .some(let number): "\(number)"
    case nil: ""
    }
  }

  /// Returns the coins that a refund took back, by the grants of the purchase.
  private func takenBack(
    _ date: Instant, _ purchase: RefundBook.Refunded, _ events: [RecordedEvent]
  ) -> String {
    let model = CoinsModel(events)
    func taken(at moment: Instant) -> [Coin: Int128] {
      let grants = model.statuses(of: purchase.chain.chain, at: moment).filter {
        purchase.same.isSame(as: $0.grant.transactionID)
      }
      return Dictionary(grouping: grants, by: \.grant.coin).mapValues {
        $0.reduce(0) { $0 + Int128($1.takenBack) }
      }
    }
    if mutation == .countsCoinsOfAllRefunds {
      return words(taken(at: Instant(milliseconds: .max)))
    }
    let before = taken(at: Instant(milliseconds: date.milliseconds - 1))
    return words(taken(at: date).merging(before.mapValues { -$0 }) { $0 + $1 })
  }

  private func words(_ coins: [Coin: Int128]) -> String {
    coins.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}
