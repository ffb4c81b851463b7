import Foundation
import HTTPTypes
import Hummingbird

typealias ControlHandler = @Sendable (ControlRequest) async throws -> any Encodable & Sendable

/// JSON as the control API writes it: keys sorted, and what does not apply left out.
enum ControlAnswer {
  static func response(
    _ value: some Encodable, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let body = ByteBuffer(bytes: try encoder.encode(value))
    return Response(
      status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: body))
  }
}

extension RouterMethods {
  /// Adds the methods of one address; every other is answered with 405 and what would be right.
  func control(
    _ path: RouterPath, query: Set<String> = [],
    _ handlers: [HTTPRequest.Method: ControlHandler]
  ) {
    let allow = handlers.keys.map(\.rawValue).sorted().joined(separator: ", ")
    for method in HTTPRequest.Method.standard {
      on(path, method: method) { request, context -> Response in
        do {
          guard let handler = handlers[method] else {
            throw ControlProblem.methodNotAllowed(allow: allow)
          }
          let asked = try await ControlRequest(request, context, allowing: query)
          return try await ControlAnswer.response(handler(asked))
        } catch {
          return try ControlProblem(error, logger: context.logger).response()
        }
      }
    }
  }
}

extension HTTPRequest.Method {
  /// Those of RFC 9110 and PATCH.
  fileprivate static let standard: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]
}
