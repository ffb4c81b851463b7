import HTTPTypes
import Hummingbird
import Ledger

extension IdempotencyKey {
  /// Reads `Idempotency-Key`: a structured field's string in quotes, or the same without.
  init(of request: Request) throws(Problem) {
    guard let header = HTTPField.Name("Idempotency-Key").flatMap({ request.headers[$0] }) else {
      throw .badRequest(
        "idempotency_key_required",
        "Send `Idempotency-Key` with a name of your own for this request, as \"order-17\": sent "
          + "again under it, it is done once.")
    }
    let isQuoted = header.count > 1 && header.hasPrefix("\"") && header.hasSuffix("\"")
    let text = isQuoted ? String(header.dropFirst().dropLast()) : header
    guard PlainName.allows(text), !text.contains("\"") else {
      throw .badRequest("invalid_idempotency_key", "`Idempotency-Key` \(PlainName.rule).")
    }
    self.init(text)
  }
}

extension HTTPFields {
  /// Says that the request was done before, and this is what was answered then.
  static let idempotencyHit: HTTPFields = {
    var fields = HTTPFields()
    if let name = HTTPField.Name("Idempotency-Hit") { fields[name] = "true" }
    return fields
  }()
}
