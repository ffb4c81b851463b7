import Foundation
import HTTPTypes
import Hummingbird

/// What a request asks: the parts of its address and its body.
struct Call: Sendable {
  private static let bodyMax = 1 << 20

  /// The id in the address, as it came.
  let id: String
  /// The product in the address; empty where the address has none.
  let product: String
  private let query: [String: [String]]
  private let body: ByteBuffer

  init(_ request: Request, _ context: StoreRequestContext) async throws {
    id = context.part("id")
    product = context.part("product")
    query = Dictionary(
      grouping: request.uri.queryParameters.map { (String($0.key), String($0.value)) }, by: \.0
    ).mapValues { $0.map(\.1) }
    var request = request
    body = try await request.collectBody(upTo: Self.bodyMax)
  }

  /// All values of a parameter that may be given more than once.
  func values(_ name: String) -> [String] { query[name] ?? [] }

  /// The value of a parameter that is given once; nil where it is missing.
  func value(_ name: String, or error: APIError) throws(APIError) -> String? {
    let values = values(name)
    guard values.count <= 1 else { throw error }
    return values.first
  }

  /// A parameter that says true or false; nil where it is missing.
  func flag(_ name: String, or error: APIError) throws(APIError) -> Bool? {
    guard let text = try value(name, or: error) else { return nil }
    guard let flag = Bool(text) else { throw error }
    return flag
  }

  /// A moment, milliseconds since 1970; nil where it is missing.
  func moment(_ name: String, or error: APIError) throws(APIError) -> Int64? {
    guard let text = try value(name, or: error) else { return nil }
    guard let moment = Int64(text), moment >= 0 else { throw error }
    return moment
  }

  func fields() throws(APIError) -> BodyFields {
    try BodyFields(json: Data(body.readableBytesView))
  }
}

extension StoreRequestContext {
  /// Without its escapes; empty where the address has no such part.
  fileprivate func part(_ name: String) -> String {
    parameters.get(name)?.removingPercentEncoding ?? ""
  }
}
