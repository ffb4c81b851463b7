import Ledger

/// A reference model of the report of coins: the movements of all wallets at both ends of the time, by what
/// each of them counts.
package struct CoinReportModel {
  private let facts: ModelReportFacts
  private let mutation: DebtMutation?

  package init(_ facts: ModelReportFacts, mutation: DebtMutation? = nil) {
    self.facts = facts
    self.mutation = mutation
  }

  package func rows(of question: ModelReportQuestion) -> [ModelReportRow] {
    let log = DebtLog(facts, question, mutation)
    func book(at moment: Instant) -> CoinBook {
      CoinBook(
        log.events(within: log.cut(at: moment)), before: moment, app: question.app,
        environment: question.environment, mutation: mutation)
    }
    let isDivided = question.divisions.contains(.product)
    let before = question.from.map { figures(of: book(at: $0), isDivided) } ?? [:]
    let after = figures(of: book(at: question.to), isDivided)
    return Set(before.keys).union(after.keys).compactMap { heading in
      row(heading, before[heading] ?? Figures(), after[heading] ?? Figures(), isDivided)
    }
  }

  private struct Figures {
    var sums = CoinBook.Sums()
    var closing: Int128 = 0
    var debt: Int128 = 0
    var reserved: Int128 = 0

    /// Coins that came and are gone.
    var spent: Int128 {
      sums.granted + sums.earned - sums.takenBack + sums.adjusted - sums.erased - closing
    }
  }

  private func figures(
    of book: CoinBook, _ isDivided: Bool
  ) -> [CoinBook.Heading: Figures] {
    var all: [CoinBook.Heading: Figures] = [:]
    func heading(_ product: String, _ coin: Coin) -> CoinBook.Heading {
      CoinBook.Heading(product: isDivided ? product : "", coin: coin)
    }
    for (place, sums) in book.sums {
      all[heading(place.product, place.coin), default: Figures()].sums.add(sums)
    }
    for (place, amount) in book.closing {
      all[heading(place.product, place.coin), default: Figures()].closing += amount
    }
    for (name, purse) in book.purses {
      for loan in purse.loans {
        all[heading(loan.product, name.coin), default: Figures()].debt += loan.amount
      }
      for (product, amount) in purse.reserved(book) {
        all[heading(product, name.coin), default: Figures()].reserved += amount
      }
    }
    return all
  }

  private func row(
    _ heading: CoinBook.Heading, _ before: Figures, _ after: Figures, _ isDivided: Bool
  ) -> ModelReportRow? {
    let figures: [String: Int128] = [
      "opening": before.closing,
      "granted": after.sums.granted - before.sums.granted,
      "earned": after.sums.earned - before.sums.earned,
      "takenBack": after.sums.takenBack - before.sums.takenBack,
      "spent": after.spent - before.spent,
      "adjusted": after.sums.adjusted - before.sums.adjusted,
      "erased": after.sums.erased - before.sums.erased,
      "closing": after.closing,
      "debt": after.debt,
      "reserved": after.reserved,
    ]
    guard figures.values.contains(where: { $0 != 0 }) else { return nil }
    var row = figures.mapValues { "\($0)" }
    row["coin"] = heading.coin.rawValue
    if isDivided { row["product"] = heading.product }
    return row
  }
}

extension CoinBook.Sums {
  mutating func add(_ other: Self) {
    granted += other.granted
    earned += other.earned
    takenBack += other.takenBack
    adjusted += other.adjusted
    erased += other.erased
  }
}
