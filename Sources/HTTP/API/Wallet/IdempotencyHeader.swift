import HTTPTypes
import Hummingbird
import Ledger

/// The headers of requests that are performed once per key.
enum IdempotencyHeader {
  /// Returns `Idempotency-Key`: the string of a structured field in quotes, or the same without
  /// quotes.
  static func key(of request: Request) throws(Problem) -> IdempotencyKey {
    guard let header = HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }) else {
      throw .badRequest(
        "idempotency_key_required",
        "Send `Idempotency-Key` with a name of your own for this request, as \"order-17\": a "
          + "request sent again with the same key is performed once.")
    }
    let isQuoted = header.count > 1 && header.hasPrefix("\"") && header.hasSuffix("\"")
    let text = isQuoted ? String(header.dropFirst().dropLast()) : header
    if let fault = fault(text) {
      throw .badRequest("invalid_idempotency_key", "`Idempotency-Key` \(fault).")
    }
    return IdempotencyKey(text)
  }

  private static func fault(_ text: String) -> String? {
    text.contains("\"") ? "must not hold quotes within its own" : PlainName.fault(recording: text)
  }

  /// The header of an answer that repeats the one given when the request was performed.
  static let hit: HTTPFields = {
    var fields = HTTPFields()
    if let name = HTTPField.Name("Idempotency-Hit") { fields[name] = "true" }
    return fields
  }()
}
