import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import TestSupport
import Testing

/// A simulated App Store with one customer, used by its developer over HTTP.
struct ServerAPIShop: PlayedStore {
  static let gems = "com.example.game.gems.100"
  static let noAds = "com.example.game.no_ads"
  static let pro = "com.example.game.pro.monthly"
  static let news = "com.example.game.news.monthly"
  private static let authority = Result { try SigningAuthority() }

  /// The real clock, in milliseconds, with every sleep by it.
  final class Clock: Sendable {
    private let time = Mutex<Int64>(1_800_000_000_000)
    private let sleeps = Mutex<[Duration]>([])

    var now: Int64 { time.withLock(\.self) }
    var slept: [Duration] { sleeps.withLock(\.self) }

    func pass(_ milliseconds: Int64) { time.withLock { $0 += milliseconds } }
    func sleep(_ duration: Duration) { sleeps.withLock { $0.append(duration) } }
  }

  /// The console, with every sentence told on it.
  final class Console: Sendable {
    private let told = Mutex<[String]>([])
    var sentences: [String] { told.withLock(\.self) }

    func tell(_ sentence: String) { told.withLock { $0.append(sentence) } }
  }

  let simulation: Simulation
  let clock = Clock()
  let console = Console()
  let api: ServerAPI

  init(
    in environment: SimulatedApp.Environment = .production,
    misbehaving misbehavior: Misbehavior = Misbehavior(),
    telling line: LedgerLine? = { _ in .success }
  ) throws {
    let app = SimulatedApp(
      bundleID: "com.example.game", appAppleID: 4_711, environment: environment)
    var world = World(of: app, selling: .game, seed: 7, from: 1_704_067_200_000)
    try world.addCustomer("ann")
    simulation = try Simulation(
      of: world, signedBy: Self.authority.get(), developerKey: DeveloperKey(),
      misbehaving: misbehavior, telling: line)
    api = ServerAPI(
      of: simulation,
      by: RealTime(
        now: { [clock] in clock.now }, sleep: { [clock] in clock.sleep($0) }),
      tell: { [console] in console.tell($0) })
  }

  var application: some ApplicationProtocol {
    let router = Router(context: StoreRequestContext.self)
    api.addRoutes(to: router)
    return Application(router: router)
  }

  /// Sends a request, with a good token unless another is given.
  func ask(
    _ method: HTTPRequest.Method = .get, _ path: String, _ body: String? = nil,
    authorization: String? = nil
  ) async throws -> TestResponse {
    let headers: HTTPFields = [
      .authorization: try authorization ?? "Bearer \(ServerAPIToken(for: self).signed())"
    ]
    return try await application.test(.router) { client in
      try await client.execute(
        uri: path, method: method, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  /// Returns the answer to a good request.
  func get<Answer: Decodable>(
    _ path: String, as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    try await ask(.get, path).decoded(as: type)
  }
}

/// An error as the App Store Server API reports it.
struct ServerAPIRejection: Decodable {
  let errorCode: Int
  let errorMessage: String
}

extension TestResponse {
  var isBodiless: Bool { body.readableBytes == 0 }

  func decoded<Answer: Decodable>(as type: Answer.Type = Answer.self) throws -> Answer {
    try JSONDecoder().decode(type, from: Data(body.readableBytesView))
  }

  /// The number of the error, or nil without one.
  var errorCode: Int? {
    get throws {
      isBodiless ? nil : try decoded(as: ServerAPIRejection.self).errorCode
    }
  }
}
