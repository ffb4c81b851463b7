package import Foundation
import JSONBytes
import Ledger

/// The names of the journal's accounts in the books of a company.
package struct ChartOfAccounts: Sendable {
  /// The words with which an account begins in hledger and beancount.
  private static let roots = ["Assets", "Liabilities", "Equity", "Income", "Expenses"]

  private let names: [JournalAccount: String]

  /// The names that are used where none are given.
  package static let standard = ChartOfAccounts(names: [
    .receivable: "Assets:Apple:Receivable", .settled: "Assets:Apple:Settled",
    .commission: "Expenses:Apple:Commission",
    .tax: "Expenses:Apple:Estimated-Tax", .deferredRevenue: "Liabilities:Deferred-Revenue",
    .revenue: "Income:Sales", .refunds: "Income:Refunds", .upgrades: "Income:Upgrades",
  ])

  private init(names: [JournalAccount: String]) {
    self.names = names
  }

  /// Reads a JSON object with the names of some accounts, such as `{"receivable": "Assets:Apple"}`.
  /// Accounts that are left out keep their standard names.
  ///
  /// Throws a sentence about the field and the remedy.
  package init(json: Data) throws(Fault) {
    guard let given = try? StrictJSON.decode([String: String].self, from: json) else {
      throw Fault("the accounts must be a JSON object of texts: {\"receivable\": \"Assets:Apple\"}")
    }
    var names = Self.standard.names
    for (key, name) in given {
      guard let account = JournalAccount(rawValue: key) else {
        let known = JournalAccount.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault("\(key) is no account: name some of \(known)")
      }
      guard Self.isAccount(name) else {
        throw Fault(
          "\(key) must be named by parts joined by colons, each of letters, digits and hyphens that "
            + "begin in a capital or a digit, the first one of "
            + Self.roots.joined(separator: ", "))
      }
      names[account] = name
    }
    self.names = names
  }

  /// A reason why accounts cannot be named as given.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// All names in use, each once, in order.
  var all: [String] { Set(names.values).sorted() }

  func name(of account: JournalAccount) -> String { names[account] ?? account.rawValue }

  private static func isAccount(_ name: String) -> Bool {
    let parts = name.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count > 1 && roots.contains(String(parts[0]))
      && parts.allSatisfy { $0.wholeMatch(of: /[A-Z0-9][A-Za-z0-9-]*/) != nil }
  }
}
