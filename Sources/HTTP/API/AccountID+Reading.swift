import Foundation
import Hummingbird
import Ledger

extension AccountID {
  private static let sizeMax = 255

  /// Reads an account as a caller names it: 1 to 255 bytes of UTF-8 without control characters.
  init(reading text: String) throws(Problem) {
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...Self.sizeMax).contains(text.utf8.count), isPlain else {
      throw .badRequest(
        "invalid_account",
        "`account` must have 1 to \(Self.sizeMax) bytes of UTF-8 without control characters.")
    }
    self.init(text)
  }

  /// Reads the `{account}` of an address.
  init(in context: APIContext) throws {
    let text = try context.parameters.require("account")
    try self.init(reading: text.removingPercentEncoding ?? "")
  }
}
