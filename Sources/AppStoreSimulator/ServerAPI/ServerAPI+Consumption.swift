import AppStore
import Hummingbird

/// The developer's information before Apple decides on a refund.
extension ServerAPI {
  /// Records the developer's refund preference.
  /// - Parameter read: reads the body in the format of the requested version.
  func consumption(
    _ call: StoreCall,
    _ read: @escaping @Sendable (BodyFields, Product.Kind) throws(APIError) -> ConsumptionReport
  ) async throws -> Response {
    let fields = try call.fields()
    try await simulation.withWorld { world in
      let index = try world.transaction(named: call.id)
      let kind = Product.Kind(rawValue: world.transactions[index].content.type)
      guard let kind, kind == .consumable || kind == .autoRenewable else {
        throw APIError.invalidTransactionTypeNotSupported
      }
      world.prefer(try read(fields, kind).preference, forRefundOf: index)
    }
    return Response(status: .accepted)
  }
}
