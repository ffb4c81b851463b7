import AppStore
import Foundation

/// By how much a developer extends, and under which identifier.
struct ExtensionWish: Sendable {
  let days: Int64
  let requestIdentifier: String

  /// Of one subscription: any identifier will do.
  init(forOne fields: BodyFields) throws(APIError) {
    try self.init(fields) { (1...128).contains($0.utf16.count) }
  }

  /// Of all subscribers: the identifier is a UUID.
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
