import AppStore
import Foundation
import Hummingbird
import Synchronization

/// The endpoints for extensions that the developer grants for free.
struct ExtensionEndpoints: Sendable {
  private let simulation: Simulation
  private let extensions = GrantedExtensions()

  init(of simulation: Simulation) {
    self.simulation = simulation
  }

  func extend(_ call: StoreCall) async throws -> Response {
    let command = try ExtensionCommand(forOne: call.fields())
    let granted = try await simulation.withWorld { world in
      let origin = try world.origin(named: call.id)
      if let earlier = extensions[call.id, command.requestIdentifier] { return earlier }
      let granted = try world.extend(from: origin, by: command.days)
      extensions[call.id, command.requestIdentifier] = granted
      return granted
    }
    return try Response(json: granted)
  }

  private struct Accepted: Encodable { let requestIdentifier: String }

  func extendAll(_ call: StoreCall) async throws -> Response {
    let fields = try call.fields()
    let command = try ExtensionCommand(forAll: fields)
    let product = try fields.text("productId", or: .invalidProductID)
    let storefronts = try storefronts(fields)
    try await simulation.withWorld { world in
      do {
        try world.extendEveryone(
          of: product, by: command.days, storefronts: storefronts,
          requestIdentifier: command.requestIdentifier)
      } catch {
        throw APIError.invalidProductID
      }
    }
    return try Response(json: Accepted(requestIdentifier: command.requestIdentifier))
  }

  /// Returns the storefronts to extend; nil for all.
  private func storefronts(_ fields: BodyFields) throws(APIError) -> [String]? {
    guard fields.has("storefrontCountryCodes") else { return nil }
    let codes = try fields.texts("storefrontCountryCodes", or: .invalidStorefrontCountryCode)
    guard !codes.isEmpty else { throw .invalidEmptyStorefrontCountryCodeList }
    guard codes.allSatisfy(\.isCountryCode) else { throw .invalidStorefrontCountryCode }
    return codes
  }

  private struct Status: Encodable {
    let requestIdentifier: String
    let complete: Bool
    let completeDate: Int64?
    let succeededCount: Int64?
    let failedCount: Int64?

    init(_ mass: MassExtension) {
      requestIdentifier = mass.requestIdentifier
      complete = mass.completedAt != nil
      completeDate = mass.completedAt
      succeededCount = complete ? mass.succeeded : nil
      failedCount = complete ? mass.failed : nil
    }
  }

  func extendAllStatus(_ call: StoreCall) async throws -> Response {
    guard UUID(uuidString: call.id) != nil else { throw APIError.invalidRequestIdentifier }
    let mass = await simulation.withWorld { $0.massExtensions[call.id] }
    guard let mass, mass.product == call.product else { throw APIError.statusRequestNotFound }
    return try Response(json: Status(mass))
  }
}

extension World {
  fileprivate mutating func extend(
    from origin: Int, by days: Int64
  ) throws(APIError) -> GrantedExtension {
    guard let index = transactions[origin].subscription else {
      throw .subscriptionExtensionIneligible
    }
    do {
      let until = try extend(index, by: days)
      return GrantedExtension(
        originalTransactionId: transactions[origin].id,
        webOrderLineItemId: transactions[subscriptions[index].latest].content.webOrderLineItemId,
        effectiveDate: until)
    } catch .familyShared {
      throw .familySharedSubscriptionExtensionIneligible
    } catch .extendedTooOften {
      throw .subscriptionMaxExtension
    } catch {
      throw .subscriptionExtensionIneligible
    }
  }
}

extension String {
  /// True if the text has the form of an ISO 3166-1 alpha-3 code.
  fileprivate var isCountryCode: Bool {
    utf8.count == 3 && utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }
}

/// A developer's request to extend subscriptions by a number of days.
struct ExtensionCommand: Sendable {
  let days: Int64
  let requestIdentifier: String

  /// Reads the extension of one subscription; the identifier has 1 to 128 characters.
  init(forOne fields: BodyFields) throws(APIError) {
    try self.init(fields) { (1...128).contains($0.utf16.count) }
  }

  /// Reads the extension for all subscribers; the identifier is a UUID.
  init(forAll fields: BodyFields) throws(APIError) {
    try self.init(fields) { UUID(uuidString: $0) != nil }
  }

  private init(
    _ fields: BodyFields, isIdentifier: (String) -> Bool
  ) throws(APIError) {
    days = try fields.number("extendByDays", in: 1...90, or: .invalidExtendByDays)
    _ = try fields.number("extendReasonCode", in: 0...3, or: .invalidExtendReasonCode)
    requestIdentifier = try fields.text("requestIdentifier", or: .invalidRequestIdentifier)
    guard isIdentifier(requestIdentifier) else { throw .invalidRequestIdentifier }
  }
}

/// The answer to an extension that was granted.
struct GrantedExtension: Encodable, Sendable {
  let originalTransactionId: String
  let webOrderLineItemId: String?
  let success = true
  /// The new end in milliseconds since 1970.
  let effectiveDate: Int64
}

/// The granted extensions by chain and request identifier, so that a repeated request extends
/// nothing twice.
final class GrantedExtensions: Sendable {
  private struct Request: Hashable {
    let chain: String
    let identifier: String
  }

  private let answers = Mutex<[Request: GrantedExtension]>([:])

  subscript(chain: String, identifier: String) -> GrantedExtension? {
    get { answers.withLock { $0[Request(chain: chain, identifier: identifier)] } }
    set { answers.withLock { $0[Request(chain: chain, identifier: identifier)] = newValue } }
  }
}
