import Foundation
import HTTPTypes
import Hummingbird

/// A request to the Server API: the parts of its path, its query and its body.
struct StoreCall: Sendable {
  private static let bodyMax = 1 << 20

  /// The id in the path.
  let id: String
  /// The product in the path; empty if the path has none.
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

  /// Returns all values of a parameter that may be repeated.
  func values(_ name: String) -> [String] { query[name] ?? [] }

  /// Returns the value of a parameter that may be given once; nil if the parameter is missing.
  func value(_ name: String, or error: APIError) throws(APIError) -> String? {
    let values = values(name)
    guard values.count <= 1 else { throw error }
    return values.first
  }

  /// Returns a parameter that is true or false; nil if the parameter is missing.
  func flag(_ name: String, or error: APIError) throws(APIError) -> Bool? {
    guard let text = try value(name, or: error) else { return nil }
    guard let flag = Bool(text) else { throw error }
    return flag
  }

  /// Returns a moment in milliseconds since 1970; nil if the parameter is missing.
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
  /// Returns a part of the path, percent-decoded; empty if the path has no such part.
  fileprivate func part(_ name: String) -> String {
    parameters.get(name)?.removingPercentEncoding ?? ""
  }
}
