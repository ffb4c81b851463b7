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

/// A value that is written as `null` if it is missing, where an optional property alone would be left out.
@propertyWrapper
package struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
  package var wrappedValue: Value?

  package init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  init(_ value: Value?) {
    wrappedValue = value
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
  }
}

extension Nullable: Equatable where Value: Equatable {}
