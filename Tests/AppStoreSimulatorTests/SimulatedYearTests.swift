import AppStore
import AppStoreSimulator
import Foundation
import Testing

@Suite struct SimulatedYearTests {
  private static let app = SimulatedApp(bundleID: "com.example.game", appAppleID: 42)
  /// 2026-01-01T00:00:00Z.
  private static let end: Int64 = 1_767_225_600_000

  private func year(seed: UInt32 = 1, customers: Int = 200) -> SimulatedYear {
    SimulatedYear(of: Self.app, customers: customers, seed: seed, end: Self.end)
  }

  @Test func `the same seed is the same year, another seed another`() {
    #expect(year().expected == year().expected)
    #expect(year().arrivals == year().arrivals)
    #expect(year().expected != year(seed: 2).expected)
  }

  @Test func `two years have no customer and no chain in common`() {
    let (first, second) = (year().expected, year(seed: 2).expected)
    #expect(Set(first.map(\.account)).isDisjoint(with: second.map(\.account)))
    #expect(
      Set(first.flatMap(\.standings.keys)).isDisjoint(with: second.flatMap(\.standings.keys)))
  }

  @Test func `every message arrives, some twice, not in order`() {
    let year = year()
    #expect(Set(year.arrivals) == Set(year.messages.indices))
    #expect(year.arrivals.count > year.messages.count)
    #expect(year.arrivals.map { year.messages[$0].sentAt } != year.messages.map(\.sentAt).sorted())
  }

  @Test func `subscriptions end the year in every way there is`() {
    let standings = Set(year(customers: 1_000).expected.flatMap(\.standings.values))
    #expect(standings == [.active, .gracePeriod, .billingRetry, .expired, .revoked])
  }

  @Test func `what is owned is what stands active or in grace, and what was bought for ever`() {
    for customer in year().expected {
      let owned = customer.owned.filter { !$0.productID.hasSuffix("no-ads") }
      let live = customer.standings.values.filter { $0 == .active || $0 == .gracePeriod }
      #expect(owned.map(\.state).sorted() == live.map(\.rawValue).sorted())
    }
  }

  @Test func `nothing is dated past the end by more than a minute`() {
    #expect(year().messages.allSatisfy { $0.sentAt < Self.end + 60_000 })
  }

  @Test func `a notification verifies under the root that is kept`() async throws {
    try await withSignerHome { home in
      let root = try RootCertificate(fileContents: Array(home.rootCertificatePEM().utf8))
      let message = try #require(year(customers: 1).messages.last).signed(by: home.signer())
      let body = try JSONDecoder().decode([String: String].self, from: message.body)
      let notification = try await PayloadVerifier(roots: [root]).verify(
        #require(body["signedPayload"]), as: NotificationPayload.self, now: .now)
      #expect(notification.payload.bundleId == "com.example.game")
      #expect(notification.payload.appAppleId == 42)
    }
  }

  @Test func `a signer is made once and then kept, for its owner only`() async throws {
    try await withSignerHome { home in
      let first = try home.rootCertificatePEM()
      #expect(try home.rootCertificatePEM() == first)
      let attributes = try FileManager.default.attributesOfItem(atPath: home.directory.path)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }

  private func withSignerHome(_ body: (SignerHome) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }  // the system clears it in time
    try await body(SignerHome(directory))
  }
}
