import HTTPTypes
import Hummingbird
import Ledger

extension IdempotencyKey {
  /// Reads `Idempotency-Key`: the string of a structured field in quotes, or the same without
  /// quotes.
  init(of request: Request) throws(Problem) {
    guard let header = HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }) else {
      throw .badRequest(
        "idempotency_key_required",
        "Send `Idempotency-Key` with a name of your own for this request, as \"order-17\": a "
          + "request sent again with the same key is performed once.")
    }
    let isQuoted = header.count > 1 && header.hasPrefix("\"") && header.hasSuffix("\"")
    let text = isQuoted ? String(header.dropFirst().dropLast()) : header
    if let fault = Self.fault(text) {
      throw .badRequest("invalid_idempotency_key", "`Idempotency-Key` \(fault).")
    }
    self.init(text)
  }

  private static func fault(_ text: String) -> String? {
    text.contains("\"") ? "must not hold quotes within its own" : PlainName.fault(recording: text)
  }
}

extension HTTPFields {
  /// The header of an answer that repeats the one given when the request was performed.
  static let idempotencyHit: HTTPFields = {
    var fields = HTTPFields()
    if let name = HTTPField.Name("Idempotency-Hit") { fields[name] = "true" }
    return fields
  }()
}
