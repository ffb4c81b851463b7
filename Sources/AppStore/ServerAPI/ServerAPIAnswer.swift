import Foundation

/// An answer of the Server API, before any interpretation.
struct ServerAPIAnswer: Sendable {
  let status: Int
  /// The header `Retry-After`, as received.
  let retryAfter: String?
  let body: Data

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Decodes the body. Ignores fields that Apple has added since.
  func decoded<Body: Decodable>(as type: Body.Type) throws(ServerAPIError) -> Body {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw .unreadable(status: status)
    }
  }
}
