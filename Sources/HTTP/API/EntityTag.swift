import HTTPTypes
import Hummingbird
import Ledger

/// A weak validator of an answer's content, leaving out when it was asked and how far was read.
struct EntityTag: Sendable {
  let text: String

  init(of content: some Encodable) throws {
    let digest = Digest(of: try JSONAnswer.bytes(content))
    text = "W/\"\(digest.hexadecimal.prefix(32))\""
  }

  /// Whether the caller has this content already, by `If-None-Match`.
  func isKnown(to request: Request) -> Bool {
    guard let header = request.headers[.ifNoneMatch] else { return false }
    return header.split(separator: ",").contains { candidate in
      let candidate = candidate.filter { $0 != " " }
      return candidate == "*" || candidate == text || "W/\(candidate)" == text
    }
  }
}
