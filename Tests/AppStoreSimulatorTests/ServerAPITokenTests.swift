import AppStoreSimulator
import Crypto
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPITokenTests {
  private static let opening = "The Server API answers 401 to a token: "
  private static let noBearer = "the header `Authorization: Bearer` with a JWT is missing"
  private static let noJWT = "the text after `Bearer` is no signed JWT"
  private let path = "/inApps/v1/notifications/test"

  @Test func `a token of the developer is accepted`() async throws {
    #expect(try await ServerAPIShop().ask(.post, path).status == .ok)
  }

  @Test(arguments: Flaw.allCases)
  func `a flaw in the token is answered with 401 and no body, and told once on the console`(
    flaw: Flaw
  ) async throws {
    let shop = try ServerAPIShop()
    var token = try ServerAPIToken(for: shop)
    flaw.spoil(&token)
    for _ in 1...2 {
      let answer = try await shop.ask(.post, path, authorization: "Bearer \(token.signed())")
      #expect(answer.status == .unauthorized)
      #expect(answer.isBodiless)
    }
    #expect(shop.console.sentences == ["\(Self.opening)\(flaw.reason)."])
  }

  @Test(arguments: [
    ("", noBearer), ("Bearer", noBearer), ("Bearer ", noBearer), ("Basic YTpi", noBearer),
    ("Bearer a.b", noJWT), ("Bearer a.b.c", noJWT), ("Bearer ..", noJWT),
    ("Bearer WzFd.WzFd.AAAA", noJWT),
    ("Bearer e30.e30.AAAA", "`alg` is missing; it must be ES256"),
    ("Bearer eyJhbGciOjF9.e30.AAAA", "`alg` must be ES256"),
  ])
  func `what is no token is none`(authorization: String, reason: String) async throws {
    let shop = try ServerAPIShop()
    let answer = try await shop.ask(.post, path, authorization: authorization)
    #expect(answer.status == .unauthorized)
    #expect(shop.console.sentences == ["\(Self.opening)\(reason)."])
  }

  @Test func `a token without the time of issue is good for an hour from now at most`()
    async throws
  {
    let shop = try ServerAPIShop()
    var token = try ServerAPIToken(for: shop)
    let now = token.issued
    let cases: [(seconds: Int64, status: HTTPResponse.Status)] = [
      (1, .ok), (300, .ok), (3_660, .ok),  // the asker's clock may be a minute fast
      (3_661, .unauthorized), (0, .unauthorized),
    ]
    for (seconds, status) in cases {
      token.expires = now + seconds
      let answer = try await shop.ask(
        .post, path, authorization: "Bearer \(token.signed(hasIssue: false))")
      #expect(answer.status == status, "\(seconds) seconds")
    }
    #expect(
      shop.console.sentences == [
        "\(Self.opening)\(Flaw.tooLong.reason).", "\(Self.opening)\(Flaw.expired.reason).",
      ])
  }

  @Test func `a token without an expiry is refused by name`() async throws {
    let shop = try ServerAPIShop()
    let token = try ServerAPIToken(for: shop).signed(hasExpiry: false)
    let answer = try await shop.ask(.post, path, authorization: "Bearer \(token)")
    #expect(answer.status == .unauthorized)
    #expect(
      shop.console.sentences == [
        "\(Self.opening)`exp` is missing; it must be a number of seconds since 1970."
      ])
  }

  @Test func `times may have fractions of a second`() async throws {
    let shop = try ServerAPIShop()
    let token = try ServerAPIToken(for: shop).signed(adding: 0.25)
    let authorization = "Bearer \(token)"
    shop.clock.pass(300_249)
    #expect(try await shop.ask(.post, path, authorization: authorization).status == .ok)
    shop.clock.pass(1)
    #expect(try await shop.ask(.post, path, authorization: authorization).status == .unauthorized)
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
    case .backwards: (token.issued, token.expires) = (token.issued + 50, token.issued + 40)
    case .ofTheFuture: (token.issued, token.expires) = (token.issued + 61, token.issued + 120)
    case .overflowing: (token.issued, token.expires) = (.min, .max)
    case .foreignKey: token.key = P256.Signing.PrivateKey()
    }
  }

  /// The reason that the console gives.
  var reason: String {
    switch self {
    case .algorithm: "`alg` must be ES256"
    case .keyID: "`kid` must be the `keyId` of apps.json"
    case .type: "`typ` is missing; it must be JWT"
    case .issuer: "`iss` must be the `issuerId` of apps.json"
    case .audience: "`aud` must be appstoreconnect-v1"
    case .bundleID: "`bid` must be the `bundleId` of apps.json"
    case .expired: "`exp` has passed; sign a new token"
    case .tooLong, .backwards, .overflowing:
      "`exp` must be later than `iat` by an hour at most; without `iat`, an hour from now at most"
    case .ofTheFuture: "`iat` is more than a minute ahead of this machine's clock"
    case .foreignKey: "the signature is not by the key of `privateKeyFile` in apps.json"
    }
  }
}
