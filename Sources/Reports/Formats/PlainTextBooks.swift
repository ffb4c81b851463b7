import Ledger

/// The journal of a time as a file of plain text accounting, for hledger or beancount.
///
/// Each transaction is what one day, product, storefront and currency had of one kind of entry.
package struct PlainTextBooks {
  package enum Syntax: Sendable {
    case hledger, beancount
  }

  private struct Heading: Hashable {
    let date: String
    let entry: String
    let product: String
    let storefront: String
    let currency: String
  }

  /// The day before which no app was sold.
  private static let opening = "2008-07-10"

  private let syntax: Syntax
  private let accounts: ChartOfAccounts

  package init(_ syntax: Syntax, accounts: ChartOfAccounts = .standard) {
    self.syntax = syntax
    self.accounts = accounts
  }

  /// Returns the file.
  ///
  /// - Parameter report: the report `journal`.
  package func text(_ report: Report) -> String {
    let transactions = Self.transactions(report)
    let currencies = Set(transactions.map(\.heading.currency)).sorted()
    let heading = ReportHeading(report)
    let head =
      ["; \(heading.title)", "; \(heading.cut); taxes are estimates", ""]
      + declarations(currencies)
    return (head + transactions.flatMap { lines(of: $0.heading, $0.postings) })
      .map { $0 + "\n" }.joined()
  }

  private static func transactions(
    _ report: Report
  ) -> [(heading: Heading, postings: [JournalPosting])] {
    var all: [(heading: Heading, postings: [JournalPosting])] = []
    for row in report.rows {
      let words = row.map { value in
        if case .text(let text) = value { text ?? "" } else { "" }
      }
      guard words.count == 7, case .money(let amount?) = row[6],
        let account = JournalAccount(rawValue: words[5])
      else { continue }
      let heading = Heading(
        date: words[0], entry: words[1], product: words[2], storefront: words[3],
        currency: words[4])
      if all.last?.heading != heading { all.append((heading, [])) }
      all[all.count - 1].postings.append(JournalPosting(account, amount))
    }
    return all
  }

  private func declarations(_ currencies: [String]) -> [String] {
    switch syntax {
    case .hledger:
      accounts.all.map { "account \($0)" } + currencies.map { "commodity 1.000 \($0)" } + [""]
    case .beancount:
      accounts.all.map { "\(Self.opening) open \($0)" } + [""]
    }
  }

  private func lines(of heading: Heading, _ postings: [JournalPosting]) -> [String] {
    let place = heading.storefront.isEmpty ? "" : " in \(heading.storefront)"
    let title = "\(heading.entry) of \(heading.product)\(place)"
    let first =
      switch syntax {
      case .hledger: "\(heading.date) * \(Self.plain(title))"
      case .beancount: "\(heading.date) * \"\(Self.quoted(title))\""
      }
    return [first]
      + postings.map { posting in
        "    \(accounts.name(of: posting.account))  \(Milliunits.thousandths(posting.amount)) "
          + heading.currency
      } + [""]
  }

  /// Returns a title without what hledger reads as a comment or a date.
  private static func plain(_ title: String) -> String {
    String(title.map { ";\r\n\t".contains($0) ? " " : $0 })
  }

  private static func quoted(_ title: String) -> String {
    title.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: " ")
  }
}
