import HTTPTypes
import Hummingbird
import JSONBytes

/// An answer with an entity tag, which is not sent again to a caller who has its content.
enum TaggedAnswer {
  /// Answers with a content, which is encoded once, for the tag and as a part of the answer.
  ///
  /// - Parameters:
  ///   - known: what the answer says beside its content of an account that no write named.
  ///   - answer: makes the answer around its content. It is not asked if the caller has the content.
  static func response<Answer: Encodable>(
    with content: some Encodable, known: Bool? = nil, to request: Request,
    _ answer: (_ content: EncodedPart) throws -> Answer
  ) throws -> Response {
    let content = try EncodedPart(content)
    let told =
      known == nil ? content : try EncodedPart(ContentOfAccount(known: known, content: content))
    return try response(of: EntityTag(of: told), to: request) { try answer(content) }
  }

  /// - Parameter content: what counts for the tag: the answer without its moment and its position.
  static func response(
    _ answer: some Encodable, content: some Encodable, status: HTTPResponse.Status = .ok,
    to request: Request
  ) throws -> Response {
    let tag = EntityTag(of: try EncodedPart(content))
    return try response(of: tag, status: status, to: request) { answer }
  }

  /// Answers with a content that has neither a moment nor a position beside it.
  static func response(whole content: some Encodable, to request: Request) throws -> Response {
    try response(with: content, to: request) { $0 }
  }

  /// Answers with bytes that are the same as long as nothing in them changes.
  static func response(
    bytes: [UInt8], of mediaType: String, to request: Request
  ) -> Response {
    let tag = EntityTag(ofBytes: bytes)
    var headers: HTTPFields = [.eTag: tag.text, .cacheControl: "private, no-cache"]
    guard !tag.isKnown(to: request) else {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = mediaType
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private static func response<Answer: Encodable>(
    of tag: EntityTag, status: HTTPResponse.Status = .ok, to request: Request,
    _ answer: () throws -> Answer
  ) throws -> Response {
    let headers: HTTPFields = [.eTag: tag.text, .cacheControl: "private, no-cache"]
    guard !tag.isKnown(to: request) else {
      return Response(status: .notModified, headers: headers)
    }
    return try JSONAnswer.response(try answer(), status: status, headers: headers)
  }
}

private struct ContentOfAccount: Encodable {
  let known: Bool?
  let content: EncodedPart
}
