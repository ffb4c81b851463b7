import Access
import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import Intake
import Ledger
import TestSupport
import Testing

/// The signing of promotional offers over HTTP. The present is 2026-06-01.
struct OfferSignatureTests {
  private static let path = "/v1/accounts/anna/offers/signature"
  private static let token = "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"
  private static let developer = DeveloperKey()

  private struct Signed: Decodable {
    let account: String, keyIdentifier: String, productId: String, offerIdentifier: String
    let appAccountToken: String?, nonce: String, timestamp: Int64, signature: String, jws: String

    /// The values that StoreKit sends along, as Apple joins them.
    var signedText: String {
      [
        TestLedger.bundleID.rawValue, keyIdentifier, productId, offerIdentifier,
        appAccountToken ?? "", nonce, "\(timestamp)",
      ].joined(separator: "\u{2063}")
    }
  }

  private static func with(
    key: DeveloperKey? = developer, _ test: @escaping @Sendable (TestService) async throws -> Void
  ) async throws {
    let signers = try key.map { key in
      [
        TestLedger.bundleID: OfferSigner(
          for: TestLedger.bundleID.rawValue,
          by: try ServerAPIKey(
            issuerID: key.issuerID, keyID: key.keyID, pem: key.privateKeyPEM))
      ]
    }
    let intake: @Sendable (TestLedger) throws -> Intake = { $0.intake }
    try await TestService.with(by: intake, signers: signers ?? [:]) { service in
      let answer = try await service.put(
        "/v1/catalog?from=2026-01-01T00:00:00Z",
        #"""
        {"products":[{"productId":"com.example.month","type":"Auto-Renewable Subscription",
          "subscriptionGroupId":"group","period":"P1M","offers":["spring"]}]}
        """#)
      #expect(answer.status == 200, "\(answer.body)")
      try await test(service)
    }
  }

  private static func body(
    _ offer: String = "spring", of product: String = "com.example.month", token: String? = nil
  ) -> String {
    let token = token.map { #","appAccountToken":"\#($0)""# } ?? ""
    return #"{"productId":"\#(product)","offerIdentifier":"\#(offer)"\#(token)}"#
  }

  @Test(arguments: [nil, token.uppercased()])
  func `an offer of the catalog is signed, and nothing is recorded`(token: String?) async throws {
    try await Self.with { service in
      let count = try await service.ledger.eventCount()
      let answer = try await service.post(Self.path, Self.body(token: token))
      #expect(answer.status == 200, "\(answer.body)")
      let signed = try answer.decode(Signed.self)
      #expect(signed.account == "anna" && signed.keyIdentifier == Self.developer.keyID)
      #expect(signed.appAccountToken == token?.lowercased())
      #expect(signed.nonce == signed.nonce.lowercased() && UUID(uuidString: signed.nonce) != nil)
      #expect(signed.timestamp == TestLedger.now.milliseconds)
      #expect(try Self.developer.hasSigned(signed.signedText, signed.signature))
      #expect(try !Self.developer.hasSigned(signed.signedText + "0", signed.signature))
      #expect(signed.jws.split(separator: ".").count == 3)
      let other = try await service.post(Self.path, Self.body(token: token)).decode(Signed.self)
      #expect(other.nonce != signed.nonce)
      #expect(try await service.ledger.eventCount() == count)
    }
  }

  @Test(arguments: [
    (body("autumn"), "409 unknown_offer"),
    (body(of: "com.example.year"), "409 unknown_product"),
    (body(""), "400 invalid_body"), (body(token: "no-uuid"), "400 invalid_body"),
    (body(token: token), "409 token_of_another_account"),
  ])
  func `what cannot be signed is refused by name`(body: String, problem: String) async throws {
    try await Self.with { service in
      _ = try await service.registers("bert", Self.token)
      let answer = try await service.post(Self.path, body)
      #expect(answer.problem == problem)
    }
  }

  @Test func `without a key nothing is signed`() async throws {
    try await Self.with(key: nil) { service in
      let answer = try await service.post(Self.path, Self.body())
      #expect(answer.problem == "409 offer_key_missing")
    }
  }

  @Test(arguments: [("ingest", 200), ("read", 403)])
  func `a key of ingest is required`(scopes: String, status: Int) async throws {
    try await Self.with { service in
      let key = try await service.keys.create(
        name: "game", scopes: try #require(Set<Scope>(names: scopes)))
      #expect(try await service.post(Self.path, Self.body(), as: key).status == status)
    }
  }
}
