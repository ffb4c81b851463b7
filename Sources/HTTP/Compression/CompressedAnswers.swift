import HTTPTypes
import Hummingbird
import HummingbirdCore
import Synchronization

/// Middleware that compresses answers of some size for callers that accept gzip.
///
/// The entity tags of answers are weak, so that they are the same with and without compression.
struct CompressedAnswers: RouterMiddleware {
  /// The least bytes that are worth it.
  static let sizeMin = 1_024

  func handle(
    _ request: Request, context: APIContext,
    next: (Request, APIContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.vary] = "Accept-Encoding"
    guard let size = response.body.contentLength, size >= Self.sizeMin,
      response.headers[.contentEncoding] == nil,
      AcceptedEncoding.takesGzip(request.headers[.acceptEncoding])
    else { return response }
    let whole = CollectedBytes()
    try await response.body.write(CollectingWriter(bytes: whole))
    guard let compressed = await Gzip.compress(whole.bytes) else {
      response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: whole.bytes))
      return response
    }
    response.headers[.contentEncoding] = "gzip"
    response.headers[.contentLength] = nil
    return Response(
      status: response.status, headers: response.headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed)))
  }
}

/// The header `Accept-Encoding`.
enum AcceptedEncoding {
  /// Returns true if a caller takes gzip, by its name or by an asterisk, with a weight above zero.
  static func takesGzip(_ header: String?) -> Bool {
    var accepted: [String: Bool] = [:]
    for item in (header ?? "").lowercased().split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let name = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap {
        Double($0.dropFirst(2))
      }
      accepted[name] = (weight ?? 1) > 0
    }
    return accepted["gzip"] ?? accepted["x-gzip"] ?? accepted["*"] ?? false
  }
}

private final class CollectedBytes: Sendable {
  private let collected = Mutex<[UInt8]>([])

  var bytes: [UInt8] { collected.withLock(\.self) }

  func add(_ buffer: ByteBuffer) {
    collected.withLock { $0 += buffer.readableBytesView }
  }
}

private struct CollectingWriter: ResponseBodyWriter {
  let bytes: CollectedBytes

  mutating func write(_ buffer: ByteBuffer) async throws {
    bytes.add(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
