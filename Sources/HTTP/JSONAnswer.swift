import HTTPTypes
import Hummingbird
import JSONBytes

/// The JSON of answers: keys sorted, slashes not escaped, no dates (our types write their own).
enum JSONAnswer {
  static func bytes(_ value: some Encodable) throws -> [UInt8] {
    try JSONBytes.encode(value)
  }

  static func response(
    _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/json"
    let body = ByteBuffer(bytes: try bytes(value))
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

/// A value that is written as `null` if it is missing.
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
  let value: Value?

  init(_ value: Value?) {
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}
