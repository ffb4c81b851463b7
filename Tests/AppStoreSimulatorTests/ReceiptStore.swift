import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

/// A store that issues receipts, with the life of a `WorldScenario`, its Server API and its control
/// API.
struct ReceiptStore: Sendable {
  static let secret = "00112233445566778899aabbccddeeff"
  static let issuer = Result {
    ReceiptIssuer(authority: try ReceiptAuthority(), sharedSecret: secret)
  }
  private static let authority = Result { try SigningAuthority() }

  let simulation: Simulation
  let ledger = DeliveryLedger()

  let api: ServerAPI

  init(
    _ scenario: WorldScenario, misbehaving misbehavior: Misbehavior = Misbehavior(),
    notifyingBy version: NotificationVersion? = nil
  ) throws {
    try self.init(scenario.world, misbehaving: misbehavior, notifyingBy: version)
  }

  init(
    _ world: World, misbehaving misbehavior: Misbehavior = Misbehavior(),
    notifyingBy version: NotificationVersion? = nil
  ) throws {
    simulation = try Simulation(
      of: world, signedBy: Self.authority.get(), developerKey: DeveloperKey(),
      misbehaving: misbehavior, telling: { [ledger] in ledger.take($0) },
      issuing: Self.issuer.get(), notifyingBy: version)
    api = ServerAPI(
      of: simulation, by: RealTime(now: { 1_800_000_000_000 }, sleep: { _ in }))
  }

  /// Returns the answer to a request, good or bad.
  func ask(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String? = nil,
    authorization: String? = nil
  ) async throws -> Reply {
    let headers: HTTPFields = authorization.map { [.authorization: $0] } ?? [:]
    let router = Router(context: StoreRequestContext.self)
    api.addRoutes(to: router)
    ControlAPI(of: simulation).addRoutes(to: router)
    return try await Application(router: router).test(.router) { client in
      try await client.execute(
        uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
      ) { Reply($0) }
    }
  }

  /// Returns the receipt on a customer's device.
  func receiptContents(of customer: String = "ann", _ query: String = "") async throws -> [UInt8] {
    let reply = try await ask(.get, "/control/customers/\(customer)/receipt\(query)")
    try #require(reply.status == 200, "\(reply.text)")
    return try Self.contents(reply.json.receipt.text)
  }

  /// Returns the verified receipt on a customer's device.
  func receipt(of customer: String = "ann", _ query: String = "") async throws -> AppReceipt {
    try Self.verified(await receiptContents(of: customer, query))
  }

  /// Sends the notifications and returns their bodies in the order of the events. Requires that each
  /// has reached the ledger once, in any order.
  func deliveredBodies() async throws -> [[UInt8]] {
    await simulation.deliver()
    var bodies: [[UInt8]] = []
    for index in await simulation.withWorld(\.notifications.indices) {
      if let body = try await simulation.request(ofNotification: index)?.body {
        bodies.append(body)
      }
    }
    let arrived = ledger.arrivals.map(\.body)
    try #require(arrived.count == bodies.count && Set(arrived) == Set(bodies))
    return bodies
  }

  /// Sends the notifications, all of version 1, and reads them in the order of the events.
  func delivered() async throws -> [NotificationV1] {
    try await deliveredBodies().map { try NotificationV1($0) }
  }

  /// Returns the body of a request to `verifyReceipt`.
  /// - Parameter more: further members of the object, after a comma.
  static func question(
    _ receipt: [UInt8], _ password: String? = ReceiptStore.secret, _ more: String = ""
  ) -> String {
    let password = password.map { #","password":"\#($0)""# } ?? ""
    return #"{"receipt-data":"\#(Data(receipt).base64EncodedString())"\#(password)\#(more)}"#
  }

  /// Returns the answer of `verifyReceipt`.
  func verify(_ question: String) async throws -> VerifyReceiptAnswer {
    let reply = try await ask(.post, "/verifyReceipt", question)
    try #require(reply.status == 200)
    return try VerifyReceiptAnswer(Array(reply.text.utf8))
  }

  static func contents(_ base64: String?) throws -> [UInt8] {
    Array(try #require(base64.flatMap { Data(base64Encoded: $0) }))
  }

  static func verified(_ contents: [UInt8]) throws -> AppReceipt {
    let root = try RootCertificate(fileContents: issuer.get().authority.rootCertificateDER)
    let now = Date(timeIntervalSince1970: 1_900_000_000)  // after every life
    return try AppReceiptVerifier(roots: [root]).verify(contents, now: now)
  }
}

extension AppReceipt {
  /// Returns the purchase of a transaction.
  func purchase(_ id: String) -> ReceiptPurchase? {
    purchases.first { $0.transactionID == id }
  }
}

extension WorldScenario {
  /// Ann has bought in 2025: three packs of gems, of which one is finished, and Plus, Pro since
  /// January 11th.
  static func subscriber(
    in environment: SimulatedApp.Environment = .production
  ) throws -> WorldScenario {
    var scenario = try WorldScenario(in: environment)
    for _ in 0..<3 { try scenario.buy("gems.100") }
    scenario.world.finish(0)
    try scenario.buy("plus.monthly")
    scenario.pass(days: 10)
    try scenario.buy("pro.monthly", offer: .named("PRO_MONTH_FREE"))
    return scenario
  }
}
