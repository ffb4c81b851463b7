import AppStore
import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore

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

  /// Returns a parameter that is true or false; nil if the parameter is missing. Apple's library for
  /// Python writes `True` and `False`.
  func flag(_ name: String, or error: APIError) throws(APIError) -> Bool? {
    guard let text = try value(name, or: error) else { return nil }
    guard let flag = Bool(text.lowercased()) else { throw error }
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

/// The context of one request to the simulated App Store.
package struct StoreRequestContext: RequestContext {
  package var coreContext: CoreRequestContextStorage
  /// The connection over which the request arrived.
  let connection: any Channel

  package init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    connection = source.channel
  }
}

/// Look-ups of customers and transactions by an id in a path.
extension World {
  /// Returns the customer who owns the transaction with the id.
  func customer(ofAny id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    guard let customer = customer(owning: id) else { throw .transactionIDNotFound }
    return customer
  }

  /// Returns the transaction with the id.
  func transaction(named id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidTransactionID }
    return try transaction(id, orElse: .transactionIDNotFound)
  }

  /// Returns the first transaction of a chain by the transaction's id.
  func origin(named id: String) throws(APIError) -> Int {
    guard id.isTransactionID else { throw .invalidOriginalTransactionID }
    let index = try transaction(id, orElse: .originalTransactionIDNotFound)
    guard transactions[index].isOriginal else { throw .originalTransactionIDNotFound }
    return index
  }

  private func transaction(
    _ id: String, orElse error: APIError
  ) throws(APIError) -> Int {
    do {
      return try transaction(id)
    } catch {
      if customer(owning: id) != nil { throw .appTransactionIDNotSupported }
    }
    throw error
  }
}

extension StoreTransaction {
  var isOriginal: Bool { content.originalTransactionId == id }
}

extension String {
  fileprivate var isTransactionID: Bool {
    (1...20).contains(utf8.count) && utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
