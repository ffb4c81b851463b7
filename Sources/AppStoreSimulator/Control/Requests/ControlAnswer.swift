import Foundation
import HTTPTypes
import Hummingbird

typealias ControlHandler = @Sendable (ControlRequest) async throws -> any Encodable & Sendable

/// The JSON encoding of the control API: keys are sorted and nil values are left out.
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
  /// Adds the methods of one path. Any other method is answered with 405 and the list of allowed
  /// methods.
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
  /// The methods of RFC 9110, and PATCH.
  fileprivate static let standard: [HTTPRequest.Method] = [
    .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
  ]
}
