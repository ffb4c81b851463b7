import Hummingbird
import Ledger

extension AccountID {
  /// Reads an account as a caller names it.
  init(reading text: String) throws(Problem) {
    guard PlainName.allows(text) else {
      throw .badRequest("invalid_account", "`account` \(PlainName.rule).")
    }
    self.init(text)
  }

  /// Reads the `{account}` of an address.
  init(in context: APIContext) throws {
    try self.init(reading: try context.part("account") ?? "")
  }
}
