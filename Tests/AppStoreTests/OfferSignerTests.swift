import Crypto
import Foundation
import JSONBytes
import Testing

@testable import AppStore

/// The two forms of a signed promotional offer.
struct OfferSignerTests {
  private static let nonce = UUID(uuidString: "6F1D2C3B-0A9E-4D8C-B7A6-5F4E3D2C1B0A")!
  private static let token = UUID(uuidString: "0F8E7C1A-2B3D-4E5F-8A9B-0C1D2E3F4A5B")!

  private static func request(
    token: UUID? = token, transaction: String? = nil
  ) -> OfferSigner.Request {
    OfferSigner.Request(
      productID: "com.example.month", offerIdentifier: "spring", appAccountToken: token,
      transactionID: transaction)
  }

  private func signer() throws -> OfferSigner {
    OfferSigner(for: "com.example.game", by: try ScriptedApple.key())
  }

  private func publicKey() throws -> P256.Signing.PublicKey {
    try P256.Signing.PrivateKey(pemRepresentation: ScriptedApple.secret).publicKey
  }

  @Test(
    arguments: [(token, "0f8e7c1a-2b3d-4e5f-8a9b-0c1d2e3f4a5b"), (nil, "")] as [(UUID?, String)])
  func `the key has signed seven values in Apple's order`(token: UUID?, text: String) throws {
    let signature = try signer().signature(
      of: Self.request(token: token), nonce: Self.nonce, at: 1_800_000_000_999)
    let bytes = try #require(Data(base64Encoded: signature))
    let values = [
      "com.example.game", "2X9R4HXF34", "com.example.month", "spring", text,
      "6f1d2c3b-0a9e-4d8c-b7a6-5f4e3d2c1b0a", "1800000000999",
    ]
    var signed = Data(values[0].utf8)
    for value in values.dropFirst() { signed += [0xE2, 0x81, 0xA3] + Array(value.utf8) }
    let read = try P256.Signing.ECDSASignature(derRepresentation: bytes)
    #expect(try publicKey().isValidSignature(read, for: signed))
    #expect(try !publicKey().isValidSignature(read, for: signed + [0]))
  }

  @Test(arguments: [nil, "2000000123456789"])
  func `the JWS says the same in Apple's claims`(transaction: String?) throws {
    let jws = try signer().jws(
      of: Self.request(transaction: transaction), nonce: Self.nonce, at: 1_800_000_000_999)
    let parts = try jws.utf8.split(separator: UInt8(ascii: ".")).map { part in
      try #require(Base64URL.decode(ArraySlice(part)))
    }
    let header = try JSONDecoder().decode([String: String].self, from: Data(parts[0]))
    #expect(header == ["alg": "ES256", "kid": "2X9R4HXF34", "typ": "JWT"])
    let claims = try #require(
      JSONSerialization.jsonObject(with: Data(parts[1])) as? [String: Any])
    #expect(claims["iss"] as? String == "57246542-96fe-1a63-e053-0824d011072a")
    #expect(claims["iat"] as? Int == 1_800_000_000 && claims["exp"] == nil)
    #expect(claims["bid"] as? String == "com.example.game")
    #expect(claims["aud"] as? String == "promotional-offer")
    #expect(claims["nonce"] as? String == "6f1d2c3b-0a9e-4d8c-b7a6-5f4e3d2c1b0a")
    #expect(claims["productId"] as? String == "com.example.month")
    #expect(claims["offerIdentifier"] as? String == "spring")
    #expect(claims["transactionId"] as? String == transaction)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts[2])
    let content = jws.split(separator: ".").prefix(2).joined(separator: ".")
    #expect(try publicKey().isValidSignature(signature, for: Data(content.utf8)))
  }
}
