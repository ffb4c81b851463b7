import HTTPTypes
import Hummingbird

/// An answer with an entity tag, which is not sent again to a caller who has its content.
enum TaggedAnswer {
  /// - Parameter content: the parts that count for the tag: all but the moment and the position.
  static func response(
    _ answer: some Encodable, content: some Encodable, status: HTTPResponse.Status = .ok,
    to request: Request
  ) throws -> Response {
    let tag = try EntityTag(of: content)
    let headers: HTTPFields = [.eTag: tag.text, .cacheControl: "private, no-cache"]
    guard !tag.isKnown(to: request) else {
      return Response(status: .notModified, headers: headers)
    }
    return try JSONAnswer.response(answer, status: status, headers: headers)
  }
}
