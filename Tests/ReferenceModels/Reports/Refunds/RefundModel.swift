import Foundation
import Ledger

/// A reference model of the report of refunds: those that both ends of the time do not count alike.
package struct RefundModel {
  private let facts: ModelReportFacts
  private let mutation: DebtMutation?

  package init(_ facts: ModelReportFacts, mutation: DebtMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let log = DebtLog(facts, question, mutation)
    let book = book(log, at: question.to, question)
    let includesTheEnd = mutation == .includesTheEnd
    var names = book.names(before: question.to, includingIt: includesTheEnd)
    if let from = question.from {
      let cut = mutation == .dropsLateRefunds ? question.to : from
      let before = self.book(log, at: cut, question)
      names.subtract(before.names(before: from, includingIt: false))
    }
    let accounts = RefundAccounts(
      book.events, app: question.app, environment: question.environment)
    let coins = CoinBook(
      book.events, before: question.to, app: question.app, environment: question.environment,
      mutation: mutation)
    return names.compactMap { name in
      book.purchases[name.purchase].map { purchase in
        let account = accounts.owner(of: purchase.chain)
        var row = row(name.date, purchase, takenBack(name.date, purchase, book.events))
        row["account"] = account?.key.uuidString.lowercased() ?? ""
        row["coinsOwed"] = row["coins"] == "" ? "" : owed(by: account, coins)
        row["refundsOfAccount"] =
          account.map { count(of: $0, accounts, book, before: question.to) } ?? ""
        return row
      }
    }
  }

  private func book(
    _ log: DebtLog, at moment: Instant, _ question: ModelReportQuestion
  ) -> RefundBook {
    RefundBook(
      log.events(within: log.cut(at: moment)), facts.settings, app: question.app,
      environment: question.environment)
  }

  private func row(
    _ date: Instant, _ purchase: RefundBook.Refunded, _ coins: String
  ) -> ModelReportRow {
    let bought = purchase.bought.purchase
    let passed = date.milliseconds - bought.purchaseDate.milliseconds
    let started: Int64 = mutation == .countsStartedDays ? 1 : 0
    let priced = bought.price.flatMap { price in bought.currency.map { (price, $0) } }
    return [
      "refundedAt": "\(date)",
      "product": bought.productID.rawValue,
      "transactionId": purchase.bought.transactionID.rawValue,
      "storefront": bought.storefront ?? "",
      "currency": priced?.1 ?? "",
      "price": priced.map { "\($0.0)" } ?? "",
      "refunded": priced.map { "\(purchase.part(of: $0.0, givenBackAt: date))" } ?? "",
      "share": share(purchase.part(of: 100_000, givenBackAt: date)),
      "reason": reason(purchase.same.copies, date),
      "days": "\(passed / 86_400_000 + started)",
      "coins": coins,
    ]
  }

  /// Returns a share in hundred-thousandths as a decimal number.
  private func share(_ part: Int64) -> String {
    let digits = String(part % 100_000)
    let fraction = String(repeating: "0", count: 5 - digits.count) + digits
    return "\(part / 100_000).\(fraction)"
  }

  private func reason(_ copies: [TransactionFact], _ date: Instant) -> String {
    let told = copies.sorted { $0.assertion < $1.assertion }.compactMap(\.revocation.value)
      .filter { $0.date == date }.compactMap(\.reason).last
    switch told {
    case 0: return "other"
    case 1: return "issue in the app"
    default: return ""
    }
  }

  /// Returns the coins that a refund took back, by the grants of the purchase.
  private func takenBack(
    _ date: Instant, _ purchase: RefundBook.Refunded, _ events: [RecordedEvent]
  ) -> String {
    let model = CoinsModel(events)
    func taken(at moment: Instant) -> [Coin: Int64] {
      let grants = model.statuses(of: purchase.chain.chain, at: moment).filter {
        purchase.same.isSame(as: $0.grant.transactionID)
      }
      return Dictionary(grouping: grants, by: \.grant.coin).mapValues {
        $0.reduce(0) { $0 + $1.takenBack }
      }
    }
    let before = taken(at: Instant(milliseconds: date.milliseconds - 1))
    return words(taken(at: date).map { ($0, Int128($1 - (before[$0] ?? 0))) })
  }

  private func owed(by account: AccountReference?, _ book: CoinBook) -> String {
    guard let account else { return "" }
    return words(
      book.purses.filter { $0.key.account == account }.map { name, purse in
        (name.coin, purse.debts.reduce(Int128(0)) { $0 + $1.amount })
      })
  }

  private func words(_ coins: [(Coin, Int128)]) -> String {
    coins.filter { $0.1 != 0 }.sorted { $0.0 < $1.0 }.map { "\($0.1) \($0.0)" }
      .joined(separator: ", ")
  }

  /// Returns the number of an account's purchases that Apple had refunded.
  private func count(
    of account: AccountReference, _ accounts: RefundAccounts, _ book: RefundBook,
    before moment: Instant
  ) -> String {
    let refunded = book.purchases.values.filter { purchase in
      accounts.owner(of: purchase.chain) == account
        && purchase.isRefunded(
          before: moment, countingReversed: mutation == .countsReversedRefunds)
    }
    return "\(refunded.count)"
  }
}
