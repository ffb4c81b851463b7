import HTTPTypes
import Hummingbird
import JSONBytes
import Ledger

/// A weak entity tag of an answer's content, without its moment and its position.
struct EntityTag: Sendable {
  let text: String

  init(of content: EncodedPart) {
    self.init(ofBytes: content.bytes)
  }

  /// Creates the tag of an answer of which every byte counts. It is weak, because the bytes may be sent compressed.
  init(ofBytes bytes: [UInt8]) {
    text = "W/\"\(Digest(of: bytes).hexadecimal.prefix(32))\""
  }

  /// Returns true if `If-None-Match` says that the caller has this content already.
  func isKnown(to request: Request) -> Bool {
    guard let header = request.headers[.ifNoneMatch] else { return false }
    return header.split(separator: ",").contains { candidate in
      let candidate = candidate.filter { $0 != " " }
      return candidate == "*" || candidate == text || "W/\(candidate)" == text
    }
  }
}
