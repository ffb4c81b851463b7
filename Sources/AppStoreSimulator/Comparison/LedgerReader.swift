package import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A client that reads from a ledger as a game backend does.
package struct LedgerReader: Sendable {
  /// An answer with a status other than 200.
  package struct Rejected: Error, CustomStringConvertible {
    package let path: String
    package let status: UInt
    package var description: String { "GET \(path) was answered \(status)." }
  }

  /// A failure of the ledger to process everything it had recorded within ten minutes.
  package struct Behind: Error, CustomStringConvertible {
    package var description: String { "The ledger has not caught up with what it has recorded." }
  }

  private static let timeout = TimeAmount.seconds(30)
  private static let patience: Duration = .seconds(600)
  /// HTTP 503 Service Unavailable, after which the reader asks again.
  private static let notNow: UInt = 503
  private static let answerMax = 8 << 20

  package let url: String
  package let key: String
  private let bundleID: String
  private let client: HTTPClient

  /// - Parameter key: an API key of scope read.
  package init(
    of url: String, key: String, bundleID: String, through client: HTTPClient = .shared
  ) {
    self.url = url
    self.key = key
    self.bundleID = bundleID
    self.client = client
  }

  /// Returns the ledger's answer about an account at a moment, without coins.
  package func answer(for account: String, at moment: Int64) async throws -> LedgerAnswer {
    async let entitlements = get("entitlements", of: account, at: moment)
    async let subscriptions = get("subscriptions", of: account, at: moment)
    async let tenure = get("tenure", of: account, at: moment, "trace=true")
    return try await LedgerAnswer(
      entitlementsBody: entitlements, subscriptionsBody: subscriptions, tenureBody: tenure)
  }

  /// Makes an account known to the ledger, as a game does at login. Purchases that Apple
  /// told of under the account's name wait until then. A key without the scope ingest logs no account in.
  func logIn(_ account: String) async throws {
    let path = "/v1/accounts/\(Self.encoded(account))/resume?app=\(app)"
    var request = HTTPClientRequest(url: url + path)
    request.method = .POST
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    let response = try await client.execute(request, timeout: Self.timeout)
    _ = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok || response.status == .forbidden else {
      throw Rejected(path: path, status: response.status.code)
    }
  }

  private func get(
    _ part: String, of account: String, at moment: Int64, _ parameters: String...
  ) async throws -> Data {
    let at = CustomerTruth.Moment(moment).text
    let query = (["at=\(at)", "app=\(app)"] + parameters).joined(separator: "&")
    return try await get("/v1/accounts/\(Self.encoded(account))/\(part)?\(query)")
  }

  /// The app's bundle identifier, percent-encoded for a URL.
  var app: String { Self.encoded(bundleID) }

  /// Percent-encodes all characters except the unreserved ones of RFC 3986.
  static func encoded(_ text: String) -> String {
    let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return text.utf8.map { byte in
      unreserved.contains(byte)
        ? String(UnicodeScalar(byte))
        : "%" + String(Int(byte) + 256, radix: 16, uppercase: true).suffix(2)
    }.joined()
  }

  /// Returns when the ledger has processed everything recorded and has granted all coins due for
  /// it.
  package func waitUntilCaughtUp() async throws {
    let deadline = ContinuousClock.now + Self.patience
    while true {
      do {
        let ready = try await get("/readyz")
        if try JSONDecoder().decode(Readiness.self, from: ready).isCaughtUp { return }
        guard .now < deadline else { throw Behind() }
      } catch let rejected as Rejected where rejected.status == Self.notNow {
        guard .now < deadline else { throw rejected }
      }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// Returns once the ledger reports that it is ready.
  package func waitUntilReady() async throws {
    while (try? await get("/readyz")) == nil {  // not reachable or not ready yet
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  func get(_ path: String) async throws -> Data {
    var request = HTTPClientRequest(url: url + path)
    request.headers.add(name: "authorization", value: "Bearer \(key)")
    let response = try await client.execute(request, timeout: Self.timeout)
    let body = try await response.body.collect(upTo: Self.answerMax)
    guard response.status == .ok else {
      throw Rejected(path: path, status: response.status.code)
    }
    return Data(body.readableBytesView)
  }

  private struct Readiness: Decodable {
    struct Finding: Decodable {
      let lagEvents: Int64?
    }

    /// Nil if the ledger could not look up the key in time.
    let checks: [String: Finding]?
    var isCaughtUp: Bool { checks?.values.allSatisfy { $0.lagEvents ?? 0 == 0 } ?? false }
  }
}

extension LedgerReader {
  private static let entriesInAPage = 1_000

  /// Returns the ledger's present answer about an account's coins. The ledger books coins when a
  /// purchase arrives, so it has no answer for a moment in the store's past.
  package func coins(of name: String) async throws -> LedgerAnswer.Coins {
    let account = Self.encoded(name)
    async let grants = pages(of: "/v1/grants", "account=\(account)")
    async let wallet = pages(of: "/v1/accounts/\(account)/wallet")
    return try await LedgerAnswer.Coins(grantPages: grants, walletPages: wallet)
  }

  private func pages(of path: String, _ parameters: String...) async throws -> [Data] {
    let query = (["app=\(app)", "limit=\(Self.entriesInAPage)"] + parameters)
      .joined(separator: "&")
    var pages = [try await get("\(path)?\(query)")]
    while let last = pages.last, let next = try Self.next(after: last) {
      pages.append(try await get("\(path)?\(query)&after=\(Self.encoded(next))"))
    }
    return pages
  }

  /// Returns the cursor of the next page; nil on the last page.
  private static func next(after page: Data) throws -> String? {
    struct Page: Decodable { let next: String? }
    return try JSONDecoder().decode(Page.self, from: page).next
  }
}
