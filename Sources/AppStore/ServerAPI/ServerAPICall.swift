import Foundation
import NIOHTTP1

/// One request without host and token.
struct ServerAPICall: Sendable {
  struct Body: Sendable {
    let contentType: String
    let bytes: [UInt8]
  }

  let endpoint: ServerAPIEndpoint
  /// Path and query, escaped.
  let address: String
  let body: Body?

  var method: HTTPMethod { endpoint.address.method }

  /// - Parameter ids: identifiers with their names, in the order of the path.
  init(
    _ endpoint: ServerAPIEndpoint, _ ids: [(name: String, text: String)] = [],
    query: [(String, String)] = [], body: Body? = nil
  ) throws(ServerAPIError) {
    var address = ""
    var ids = ids[...]
    for part in endpoint.address.path.split(separator: "/") {
      guard part == "{}", let id = ids.popFirst() else {
        address += "/\(part)"
        continue
      }
      address += "/\(try Self.segment(id.text, of: id.name))"
    }
    let parameters = query.map { "\(Self.escape($0.0))=\(Self.escape($0.1))" }
    self.endpoint = endpoint
    self.address = address + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
    self.body = body
  }

  /// Escapes an id as a path segment. Rejects dots alone, which change the path even when escaped.
  private static func segment(
    _ text: String, of name: String
  ) throws(ServerAPIError) -> String {
    guard text.contains(where: { $0 != "." }) else { throw .malformed(name) }
    return escape(text)
  }

  /// Escapes all but the unreserved characters of RFC 3986, 2.3.
  private static func escape(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Unicode.Scalar(byte)
      let isPlain =
        letter.isASCII && (letter.properties.isAlphabetic || ("0"..."9").contains(letter))
      return isPlain || "-._~".unicodeScalars.contains(letter)
        ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension ServerAPICall.Body {
  init(json: some Encodable) throws(ServerAPIError) {
    do {
      self.init(contentType: "application/json", bytes: Array(try JSONEncoder().encode(json)))
    } catch {
      throw .malformed("the body")
    }
  }
}
