import Ledger
import Projections

extension Answer {
  /// Returns false if no write ever named the account of these names, one in each environment; nil otherwise,
  /// which answers leave out.
  func known(_ account: [AccountKey]) -> Bool? {
    account.allSatisfy(unknown.contains) ? false : nil
  }
}
