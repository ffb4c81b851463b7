import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Synchronization
import Testing

/// A simulated App Store with its control API, and a client of that API. The clock stands at the
/// beginning of 2025 until a test advances it.
struct ControlFixture: Sendable {
  static let authority = Result { try SigningAuthority() }
  static let start: Int64 = 1_735_689_600_000

  let simulation: Simulation
  let client: any TestClientProtocol
  /// The requests that have reached the ledger.
  let arrivals: Arrivals

  final class Arrivals: Sendable {
    private let taken = Mutex<[String]>([])
    var paths: [String] { taken.withLock(\.self) }

    func take(_ path: String) { taken.withLock { $0.append(path) } }
  }

  /// - Parameter isErasing: true if the ledger has an operator who erases accounts.
  static func with(
    erasing isErasing: Bool = false,
    _ body: @escaping @Sendable (ControlFixture) async throws -> Void
  ) async throws {
    let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 1_234_567_890)
    let arrivals = Arrivals()
    let eraser: AccountEraser = { _ in .success }
    let simulation = Simulation(
      of: World(of: app, selling: .game, seed: 1, from: start), signedBy: try authority.get(),
      developerKey: DeveloperKey(),
      telling: { request in
        arrivals.take(request.path)
        return .success
      }, erasing: isErasing ? eraser : nil)
    let router = Router()
    ControlAPI(of: simulation).addRoutes(to: router)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    try await Application(router: router, logger: logger).test(.router) { client in
      try await body(ControlFixture(simulation: simulation, client: client, arrivals: arrivals))
    }
  }

  /// Returns the answer to a request, good or bad.
  func ask(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String? = nil
  ) async throws -> Reply {
    try await client.execute(
      uri: uri, method: method, body: body.map { ByteBuffer(string: $0) }
    ) { Reply($0) }
  }

  /// Returns the JSON of a successful answer.
  func get(_ uri: String) async throws -> ControlJSON { try await good(.get, uri, nil) }

  @discardableResult
  func post(_ uri: String, _ body: String? = nil) async throws -> ControlJSON {
    try await good(.post, uri, body)
  }

  @discardableResult
  func put(_ uri: String, _ body: String) async throws -> ControlJSON {
    try await good(.put, uri, body)
  }

  @discardableResult
  func delete(_ uri: String) async throws -> ControlJSON { try await good(.delete, uri, nil) }

  private func good(
    _ method: HTTPRequest.Method, _ uri: String, _ body: String?
  ) async throws -> ControlJSON {
    let reply = try await ask(method, uri, body)
    try #require(reply.status == 200, "\(method) \(uri) answered \(reply.text)")
    return try reply.json
  }

  /// Buys for a customer and returns the id of the transaction.
  @discardableResult
  func buy(_ product: String, as customer: String = "ada") async throws -> String {
    let answer = try await post(
      "/control/customers/\(customer)/purchases",
      #"{"productId":"com.example.game.\#(product)"}"#)
    return try #require(answer.transactionId.text)
  }

  func add(_ customer: String) async throws {
    try await post("/control/customers", #"{"name":"\#(customer)"}"#)
  }
}

struct Reply: Sendable {
  let status: Int
  let contentType: String?
  let text: String

  init(_ response: TestResponse) {
    status = response.status.code
    contentType = response.headers[.contentType]
    text = String(buffer: response.body)
  }

  var json: ControlJSON {
    get throws { try JSONDecoder().decode(ControlJSON.self, from: Data(text.utf8)) }
  }
}
