import Access
import AppStore
import AppStoreSimulator
import EventProcessing
import Foundation
import HTTP
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Intake
import Ledger
import Logging
import Outbox
import Postgres
import Projections
import Release
import Server
import TestSupport
import Testing

/// The whole application over its own ledger, and a client of it.
struct TestService: Sendable {
  /// The number of the schema that a service tells.
  static let schema = 4_711
  /// The body of `/healthz`.
  static let living = """
    {"rules":\(RulesChanged.present),"schema":\(schema),"status":"ok",\
    "version":"\(ProgramVersion.text)"}
    """

  let ledger: TestLedger
  let keys: APIKeys
  let readiness: Readiness
  let backend: Backend
  let client: any TestClientProtocol
  /// A key with every scope.
  let key: APIKey

  static func with(
    _ setup: TestingSetup = .router, link: LinkPolicy = .firstWins,
    askable: Set<BundleID> = [], olderSources: Bool = false, logger: Logger = quietLogger,
    limits: ConnectionLimits = ConnectionLimits(), bodies: BodyBudget = BodyBudget(),
    strangerBodies: StrangerBodies = StrangerBodies(), rates: RequestRates = RequestRates(),
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await with(
      setup, by: { try olderSources ? $0.legacyIntake() : $0.intake(link: link) }, link: link,
      askable: askable, logger: logger, limits: limits, bodies: bodies,
      strangerBodies: strangerBodies, rates: rates, body)
  }

  /// Runs a service whose ledger takes documents by an intake of the test's own.
  ///
  /// - Parameters:
  ///   - app: the tests' own app; nil for the usual one.
  ///   - others: the apps beside it.
  ///   - clients: the clients of Apple's Server API that orders are asked by.
  ///   - signers: the signers of promotional offers.
  static func with(
    _ setup: TestingSetup = .router, of app: ConfiguredApp? = nil,
    by intake: @escaping @Sendable (TestLedger) throws -> Intake,
    beside others: [ConfiguredApp] = [], link: LinkPolicy = .firstWins, askable: Set<BundleID> = [],
    clients: ServerAPIClients = ServerAPIClients(), signers: [BundleID: OfferSigner] = [:],
    logger: Logger = quietLogger,
    limits: ConnectionLimits = ConnectionLimits(), bodies: BodyBudget = BodyBudget(),
    strangerBodies: StrangerBodies = StrangerBodies(), rates: RequestRates = RequestRates(),
    _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let keys = APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now })
      let readiness = Readiness([
        .init("consumers") {
          .init(
            projections: try await ledger.projector.lag(),
            granting: try await ledger.granter.wholeLag())
        }
      ])
      let key = try await keys.create(name: "test", scopes: [.admin])
      // The event of the key lies behind the projections, as behind a running server's.
      try await ledger.project()
      let backend = backend(
        ledger, try intake(ledger), [app ?? TestLedger.app(link: link)] + others, askable, keys,
        readiness, bodies, strangerBodies, clients: clients, signers: signers, rates: rates)
      let application = buildApplication(
        backend,
        host: "127.0.0.1",
        port: 0,
        limits: limits,
        logger: logger)
      try await application.test(setup) { client in
        try await body(
          TestService(
            ledger: ledger, keys: keys, readiness: readiness, backend: backend, client: client,
            key: key))
      }
    }
  }

  /// Runs a server as `serve` does, with the limit of connections, which the client of
  /// `HummingbirdTesting` leaves out. Lends its port.
  static func withServer(
    logger: Logger, limits: ConnectionLimits, _ body: @escaping @Sendable (Int) async throws -> Void
  ) async throws {
    try await TestLedger.with { ledger in
      let port = try RawConnection.unusedPort()
      let application = buildApplication(
        backend(
          ledger, ledger.intake, [TestLedger.app()], [],
          APIKeys(pool: ledger.pool, log: ledger.log, now: { TestLedger.now }),
          Readiness([]), BodyBudget(), StrangerBodies()),
        host: "127.0.0.1", port: port, limits: limits, logger: logger)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        while (try? RawConnection(to: port)) == nil { try await Task.sleep(for: .milliseconds(10)) }
        defer { group.cancelAll() }
        try await body(port)
      }
    }
  }

  /// Runs a service whose ledger has one month of one account, from 2026-05-15. The present is
  /// 2026-06-01.
  static func withMonth(
    of account: String, _ body: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    try await with { service in
      let jws = try service.ledger.authority.subscribed(.month(token: account))
      _ = try await service.ledger.known(AccountID(account))
      _ = try await service.notify(#"{"signedPayload":"\#(jws)"}"#)
      try await service.ledger.project()
      try await body(service)
    }
  }

  private static var quietLogger: Logger {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    return logger
  }

  private static func backend(
    _ ledger: TestLedger, _ intake: Intake, _ apps: [ConfiguredApp], _ askable: Set<BundleID>,
    _ keys: APIKeys, _ readiness: Readiness, _ bodies: BodyBudget,
    _ strangerBodies: StrangerBodies, clients: ServerAPIClients = ServerAPIClients(),
    signers: [BundleID: OfferSigner] = [:],
    rates: RequestRates = RequestRates()
  ) -> Backend {
    Backend(
      apps: apps, intake: intake,
      receipts: ledger.receipts(intake),
      links: LinkService(
        links: ledger.links(intake), queue: ledger.queue, askable: askable,
        now: { TestLedger.now }),
      orders: OrderService(clients: clients, intake: intake),
      offerSigning: OfferSigning(signers, by: intake),
      erasures: ErasureService(apps, intake: intake, queue: ledger.queue),
      catalogs: ServedCatalogs(intake),
      jobs: ledger.queue.administration, reader: ledger.reader,
      reports: ReportService(pool: ledger.pool, log: ledger.log, patience: .zero),
      rebuilds: RebuildService(
        pool: ledger.pool, log: ledger.log, logger: Logger(label: "test")), keys: keys,
      readiness: readiness, schema: schema, now: { TestLedger.now },
      isTransient: { ($0 as? PostgresError)?.isRetryable ?? false },
      deadLetters: DeadLetterAdministration(
        ledger.projecting, log: ledger.log, pool: ledger.pool),
      servers: RunningServers(ledger.pool),
      bodies: bodies,
      strangerBodies: strangerBodies, rates: rates)
  }
}

extension TestService {
  func get(_ path: String, headers: HTTPFields = [:], as key: APIKey? = nil) async throws -> Answer
  {
    var headers = headers
    headers[.authorization] = "Bearer \((key ?? self.key).text)"
    return try await ask(path, .get, headers)
  }

  func post(_ path: String, _ body: String, as key: APIKey? = nil) async throws -> Answer {
    try await ask(path, .post, [.authorization: "Bearer \((key ?? self.key).text)"], body)
  }

  func put(_ path: String, _ body: String, as key: APIKey? = nil) async throws -> Answer {
    try await ask(path, .put, [.authorization: "Bearer \((key ?? self.key).text)"], body)
  }

  func delete(_ path: String, _ body: String? = nil, as key: APIKey? = nil) async throws -> Answer {
    try await ask(path, .delete, [.authorization: "Bearer \((key ?? self.key).text)"], body)
  }

  /// Posts a notification as Apple does: without a key.
  func notify(_ body: String) async throws -> Answer {
    try await ask("/v1/apple/notifications", .post, [:], body)
  }

  /// Sends a request. Records an issue for each part of the answer that the description does not have.
  func ask(
    _ path: String, _ method: HTTPRequest.Method, _ headers: HTTPFields = [:], _ body: String? = nil
  ) async throws -> Answer {
    let response = try await client.executeRequest(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    let answer = Answer(
      status: response.status.code, headers: response.headers, body: String(buffer: response.body))
    if response.headers[.contentEncoding] == nil {
      #expect(DescribedExchange(method, path, answer).faults == [])
    }
    return answer
  }
}

struct Answer {
  let status: Int
  let headers: HTTPFields
  let body: String

  /// The contents of a problem document beside the request's id, as one line.
  var problem: String {
    struct Document: Decodable {
      let type: String, title: String, status: Int, code: String, retryable: Bool
    }
    // Any other body is compared as it is, and shown.
    guard let document = try? decode(Document.self),
      document.type == "/docs/problems#\(document.code)"
    else { return body }
    return "\(document.status) \(document.code)\(document.retryable ? " retryable" : "")"
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(body.utf8))
  }
}

extension RawExchange {
  /// The contents of a problem document, as one line.
  var problem: String { Answer(status: 0, headers: [:], body: rest).problem }
}
