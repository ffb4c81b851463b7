import AppStore
import Hummingbird

/// What the developer says before Apple decides on a refund.
extension ServerAPI {
  /// - Parameter read: reads the body as the version asked for has it.
  func consumption(
    _ call: Call,
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
