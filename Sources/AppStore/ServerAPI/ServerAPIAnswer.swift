import Foundation

/// What came back, whatever it says.
struct ServerAPIAnswer: Sendable {
  let status: Int
  /// The header `Retry-After`, as it came.
  let retryAfter: String?
  let body: Data

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Fields that Apple has added since are passed over.
  func decoded<Body: Decodable>(as type: Body.Type) throws(ServerAPIError) -> Body {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .unreadable(status: status)
    }
  }
}
