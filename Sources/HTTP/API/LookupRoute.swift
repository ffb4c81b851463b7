import Foundation
import Hummingbird
import JSONBytes
import Ledger
import Outbox
import Projections

/// The route that customer support asks to find an account and its purchase by an id that Apple or the
/// game used for it.
struct LookupRoute: Sendable {
  private static let ids: [Query.Name] = [.transaction, .order, .token, .lineItem]

  /// A purchase that was found; without a transaction if the id names the whole chain.
  private typealias Found = (chain: ChainID, transaction: TransactionID?)

  /// The times up to which purchases are told; nil for any.
  private struct Bounds {
    let moment: Instant?
    let known: Instant?

    /// Returns true for a purchase that was bought and known by then. A purchase that Apple has just told is
    /// not projected yet, and counts in the present alone.
    func contains(_ transaction: TransactionID?, of chain: ChainState?) -> Bool {
      guard moment != nil || known != nil else { return chain != nil || transaction != nil }
      guard let chain else { return false }
      let told = chain.transactions.values.filter {
        transaction == nil || $0.transactionID == transaction
      }
      guard let moment else { return transaction == nil || !told.isEmpty }
      return told.contains { $0.purchase.purchaseDate <= moment }
    }
  }

  let service: ReadService
  let orders: OrderService

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/lookup", .get, use: lookup)
  }

  @Sendable private func lookup(_ request: Request, _ context: APIContext) async throws -> Response
  {
    let query = try Query(request, allowing: Query.reading.union(Self.ids))
    let (name, id) = try id(in: query)
    let (app, environments) = try service.places(context, query)
    let bounds = Bounds(moment: try query.at(), known: try query.knownAt())
    try await service.wait(query)
    let position = service.token(
      try await service.reader.positions.reached(knownAt: bounds.known))
    var found: [LookupMatch] = []
    for environment in environments {
      if name == .token {
        found += try await matches(
          ofToken: AccountKey(environment: environment, bundleID: app, account: AccountID(id)),
          bounds)
      } else {
        found += try await matches(try await purchases(of: id, name, in: app, environment), bounds)
      }
    }
    guard !found.isEmpty else { throw AccountProblems.nothingFound }
    return try TaggedAnswer.response(with: found, to: request) { found in
      LookupAnswer(matches: found, position: position)
    }
  }

  /// Returns the only id that a request gives.
  private func id(in query: Query) throws(Problem) -> (name: Query.Name, id: String) {
    let given = Self.ids.filter { query[$0] != nil }
    guard given.count == 1, let name = given.first, let id = query[name] else {
      throw .badRequest(
        "invalid_parameter", "Give one of `transaction`, `order`, `token` and `lineItem`.")
    }
    if name == .token {
      guard let token = UUID(uuidString: id) else { throw Query.bad(name, "must be a UUID") }
      return (name, token.uuidString.lowercased())
    }
    if let fault = PlainName.fault(seeking: id) { throw Query.bad(name, fault) }
    return (name, id)
  }

  private func purchases(
    of id: String, _ name: Query.Name, in app: BundleID, _ environment: StoreEnvironment
  ) async throws -> [Found] {
    switch name {
    case .order:
      // Apple's sandbox has no orders.
      guard environment == .production else { return [] }
      return try await purchases(ofOrder: id, of: app).map { ($0.chain, $0.transactionID) }
    case .lineItem:
      return try await service.reader.chains.transactions(ofLineItem: id, in: app, environment)
        .map { ($0.chain, $0.transaction) }
    default:
      let transaction = TransactionID(id)
      if let chain = try await service.reader.chains.chain(of: transaction, in: app, environment) {
        return [(chain, transaction)]
      }
      return [(ChainID(app, environment, OriginalTransactionID(id)), nil)]
    }
  }

  private func purchases(
    ofOrder id: String, of app: BundleID
  ) async throws -> [OrderService.Purchase] {
    do {
      return try await orders.purchases(ofOrder: id, of: app)
    } catch OrderService.Failure.keyMissing {
      throw Problem(
        .conflict, code: "server_api_key_missing",
        detail: "Apple alone knows orders, and the app has no key for its Server API: set "
          + "`issuerId`, `keyId` and `privateKeyFile` in DAICHO_APPS.")
    } catch OrderService.Failure.unanswered {
      throw Problem.unavailable("apple_unavailable", "Apple did not answer; ask again.")
    }
  }

  /// Returns purchases that the ledger knows, with their owners. A purchase that Apple has just told is not
  /// projected yet and has none.
  private func matches(_ found: [Found], _ bounds: Bounds) async throws -> [LookupMatch] {
    var matches: [LookupMatch] = []
    for (id, transaction) in found {
      let chain = try await service.reader.chains.purchase(id, knownAt: bounds.known)?.value
      guard bounds.contains(transaction, of: chain) else { continue }
      var account: AccountID?
      if let chain {
        account = try await service.reader.names.account(of: chain, knownAt: bounds.known)
      }
      matches.append(LookupMatch(id, transaction, of: account))
    }
    return matches
  }

  /// Returns the purchases that the account of a token ever claimed, each with its present owner, or the
  /// account alone if there are none.
  private func matches(
    ofToken key: AccountKey, _ bounds: Bounds
  ) async throws -> [LookupMatch] {
    guard let heard = try await service.reader.names.heardOf(key, knownAt: bounds.known)
    else { return [] }
    let matches = try await matches(heard.chains.map { ($0, nil) }, bounds)
    guard matches.isEmpty, heard.account.isKnown else { return matches }
    let account = heard.account.account
    let name = try await service.reader.names.names(of: [account])[account]
    return [LookupMatch(environment: key.environment, app: key.bundleID, account: name)]
  }
}

private struct LookupMatch: Encodable {
  let environment: StoreEnvironment
  let app: String
  let account: Nullable<String>
  let originalTransactionId: Nullable<String>
  let transactionId: Nullable<String>

  init(_ chain: ChainID, _ transaction: TransactionID?, of account: AccountID?) {
    environment = chain.environment
    app = chain.bundleID.rawValue
    self.account = Nullable(account?.rawValue)
    originalTransactionId = Nullable(chain.originalTransactionID.rawValue)
    transactionId = Nullable(transaction?.rawValue)
  }

  /// Creates the match of an account without purchases.
  init(environment: StoreEnvironment, app: BundleID, account: AccountID?) {
    self.environment = environment
    self.app = app.rawValue
    self.account = Nullable(account?.rawValue)
    originalTransactionId = Nullable(nil)
    transactionId = Nullable(nil)
  }
}

private struct LookupAnswer: Encodable {
  let matches: EncodedPart
  let position: String
}
