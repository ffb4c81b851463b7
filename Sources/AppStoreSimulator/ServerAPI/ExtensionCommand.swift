import AppStore
import Foundation

/// A developer's request to extend subscriptions by a number of days.
struct ExtensionCommand: Sendable {
  let days: Int64
  let requestIdentifier: String

  /// Reads the extension of one subscription; the identifier has 1 to 128 characters.
  init(forOne fields: BodyFields) throws(APIError) {
    try self.init(fields) { (1...128).contains($0.utf16.count) }
  }

  /// Reads the extension for all subscribers; the identifier is a UUID.
  init(forAll fields: BodyFields) throws(APIError) {
    try self.init(fields) { UUID(uuidString: $0) != nil }
  }

  private init(
    _ fields: BodyFields, isIdentifier: (String) -> Bool
  ) throws(APIError) {
    days = try fields.number("extendByDays", in: 1...90, or: .invalidExtendByDays)
    _ = try fields.number("extendReasonCode", in: 0...3, or: .invalidExtendReasonCode)
    requestIdentifier = try fields.text("requestIdentifier", or: .invalidRequestIdentifier)
    guard isIdentifier(requestIdentifier) else { throw .invalidRequestIdentifier }
  }
}
