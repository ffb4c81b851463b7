package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A ledger's answers, as a game backend asks for them.
package struct LedgerReader: Sendable {
  /// An answer that is none.
  package struct Refused: Error, CustomStringConvertible {
    package let path: String
    package let status: UInt
    package var description: String { "GET \(path) was answered \(status)." }
  }

  /// It did not take in all that it had recorded, in ten minutes.
  package struct Behind: Error, CustomStringConvertible {
    package var description: String { "The ledger stays behind with what it has recorded." }
  }

  private static let timeout = TimeAmount.seconds(30)
  private static let patience: Duration = .seconds(600)
  /// Service Unavailable: ask again.
  private static let notNow: UInt = 503
  private static let answerMax = 8 << 20

  package let url: String
  package let key: String
  private let bundleID: String
  private let accounts: [String: String]
  private let client: HTTPClient

  /// - Parameters:
  ///   - key: an API key of scope read.
  ///   - accounts: by what the ledger knows customers whom it does not know by their name.
  package init(
    of url: String, key: String, bundleID: String, accounts: [String: String] = [:],
    through client: HTTPClient = .shared
  ) {
    self.url = url
    self.key = key
    self.bundleID = bundleID
    self.accounts = accounts
    self.client = client
  }

  /// What the ledger says of a customer at a moment, but for the coins.
  package func answer(for customer: String, at moment: Int64) async throws -> LedgerAnswer {
    async let entitlements = get("entitlements", of: customer, at: moment)
    async let subscriptions = get("subscriptions", of: customer, at: moment)
    async let tenure = get("tenure", of: customer, at: moment, "trace=true")
    return try await LedgerAnswer(
      entitlementsBody: entitlements, subscriptionsBody: subscriptions, tenureBody: tenure)
  }

  private func get(
    _ part: String, of customer: String, at moment: Int64, _ parameters: String...
  ) async throws -> Data {
    let at = CustomerTruth.Moment(moment).text
    let query = (["at=\(at)", "app=\(app)"] + parameters).joined(separator: "&")
    return try await get("/v1/accounts/\(account(of: customer))/\(part)?\(query)")
  }

  /// By what the ledger knows a customer, as part of an address.
  func account(of customer: String) -> String { Self.encoded(accounts[customer] ?? customer) }

  /// The app as part of an address.
  var app: String { Self.encoded(bundleID) }

  /// A text as part of an address: everything but the unreserved characters of RFC 3986 is encoded.
  static func encoded(_ text: String) -> String {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return text.utf8.map { byte in
      unreserved.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(Int(byte) + 256, radix: 16, uppercase: true).suffix(2)
    }.joined()
  }

  /// Returns when everything recorded has been taken in, and all coins are granted that are due for it.
  package func waitUntilCaughtUp() async throws {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do {
        let ready = try await get("/readyz")
        if try JSONDecoder().decode(Readiness.self, from: ready).isCaughtUp { return }
        guard .now < deadline else { throw Behind() }
      } catch let refused as Refused where refused.status == Self.notNow {
        guard .now < deadline else { throw refused }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Returns once the ledger says it is ready.
  package func waitUntilReady() async throws {
    while (try? await get("/readyz")) == nil {  // not there yet, or not ready
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func get(_ path: String) async throws -> Data {
    var request = HTTPClientRequest(url: url + path)
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    let response = try await client.execute(request, timeout: Self.timeout)
    let body = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok else {
      throw Refused(path: path, status: response.status.code)
    }
    return Data(body.readableBytesView)
  }

  private struct Readiness: Decodable {
    struct Finding: Decodable {
      let lagEvents: Int64?
    }

    let checks: [String: Finding]
    var isCaughtUp: Bool { checks.values.allSatisfy { $0.lagEvents ?? 0 == 0 } }
  }
}
