import AppStoreSimulator
import Crypto
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPITokenTests {
  private let path = "/inApps/v1/notifications/test"

  @Test func `a token of the developer is accepted`() async throws {
    #expect(try await ServerAPIShop().ask(.post, path).status == .ok)
  }

  @Test(arguments: Flaw.allCases)
  func `a flaw in the token is answered with 401 and no body`(flaw: Flaw) async throws {
    let shop = try ServerAPIShop()
    var token = try ServerAPIToken(for: shop)
    flaw.spoil(&token)
    let answer = try await shop.ask(.post, path, authorization: "Bearer \(token.signed())")
    #expect(answer.status == .unauthorized)
    #expect(answer.isBodiless)
  }

  @Test(arguments: [
    "", "Bearer", "Basic YTpi", "Bearer a.b", "Bearer a.b.c", "Bearer ..", "Bearer ",
  ])
  func `what is no token is none`(authorization: String) async throws {
    let answer = try await ServerAPIShop().ask(.post, path, authorization: authorization)
    #expect(answer.status == .unauthorized)
  }

  @Test func `a changed signature, header or claim is noticed`() async throws {
    let shop = try ServerAPIShop()
    let good = try ServerAPIToken(for: shop)
    var other = good
    other.expires -= 1
    let parts = try good.signed().split(separator: ".")
    let otherParts = try other.signed().split(separator: ".")
    for mixed in [
      "\(parts[0]).\(otherParts[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(otherParts[2])",
      "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).\(parts[2]).",
    ] {
      let answer = try await shop.ask(.post, path, authorization: "Bearer \(mixed)")
      #expect(answer.status == .unauthorized)
    }
  }

  @Test func `a token is good to the second of its expiry, for an hour at most`() async throws {
    let shop = try ServerAPIShop()
    var token = try ServerAPIToken(for: shop)
    token.expires = token.issued + 3_600
    let authorization = "Bearer \(try token.signed())"
    shop.clock.pass(3_599_999)
    #expect(try await shop.ask(.post, path, authorization: authorization).status == .ok)
    shop.clock.pass(1)
    #expect(try await shop.ask(.post, path, authorization: authorization).status == .unauthorized)
  }

  @Test func `the asker's clock may be a minute fast`() async throws {
    let shop = try ServerAPIShop()
    var token = try ServerAPIToken(for: shop)
    token.issued += 60
    #expect(
      try await shop.ask(.post, path, authorization: "Bearer \(token.signed())").status == .ok)
  }

  @Test func `an unknown path is not found, and nothing is said`() async throws {
    let answer = try await ServerAPIShop().ask(.get, "/inApps/v9/anything")
    #expect(answer.status == .notFound)
    #expect(answer.isBodiless)
  }
}

/// A flaw of a token.
enum Flaw: CaseIterable {
  case algorithm, keyID, type, issuer, audience, bundleID
  case expired, tooLong, backwards, ofTheFuture, overflowing, foreignKey

  func spoil(_ token: inout ServerAPIToken) {
    switch self {
    case .algorithm: token.header["alg"] = "none"
    case .keyID: token.header["kid"] = "AAAAAAAAAA"
    case .type: token.header["typ"] = nil
    case .issuer: token.issuer = "00000000-0000-4000-8000-000000000000"
    case .audience: token.audience = "appstoreconnect-v2"
    case .bundleID: token.bundleID = "com.example.other"
    case .expired: (token.issued, token.expires) = (token.issued - 600, token.issued)
    case .tooLong: token.expires = token.issued + 3_601
    case .backwards: token.issued = token.expires + 1
    case .ofTheFuture: (token.issued, token.expires) = (token.issued + 61, token.issued + 120)
    case .overflowing: (token.issued, token.expires) = (.min, .max)
    case .foreignKey: token.key = P256.Signing.PrivateKey()
    }
  }
}
