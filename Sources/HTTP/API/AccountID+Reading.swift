import Hummingbird
import Ledger

extension AccountID {
  /// Reads an account that a caller asks about.
  init(reading text: String) throws(Problem) {
    if let fault = PlainName.fault(seeking: text) {
      throw .badRequest("invalid_account", "`account` \(fault).")
    }
    self.init(text)
  }

  /// Reads the `{account}` of an address.
  init(in context: APIContext) throws {
    try self.init(reading: try context.part("account") ?? "")
  }
}
