import Crypto
import Foundation
import JSONBytes
import Testing

@testable import AppStore

struct BearerTokenTests {
  private func parts(_ token: String) throws -> [[UInt8]] {
    try token.utf8.split(separator: UInt8(ascii: ".")).map { part in
      try #require(Base64URL.decode(ArraySlice(part)))
    }
  }

  @Test func `a token says what Apple demands, and the key has signed it`() throws {
    let token = try BearerToken(
      for: "com.example.game", by: ScriptedApple.key(), at: 1_800_000_000_999
    ).text
    let parts = try parts(token)
    let header = try JSONDecoder().decode([String: String].self, from: Data(parts[0]))
    #expect(header == ["alg": "ES256", "kid": "2X9R4HXF34", "typ": "JWT"])
    let claims = try #require(
      JSONSerialization.jsonObject(with: Data(parts[1])) as? [String: Any])
    #expect(claims["iss"] as? String == "57246542-96fe-1a63-e053-0824d011072a")
    #expect(claims["aud"] as? String == "appstoreconnect-v1")
    #expect(claims["bid"] as? String == "com.example.game")
    #expect(claims["iat"] as? Int == 1_800_000_000 && claims["exp"] as? Int == 1_800_001_200)
    let key = try P256.Signing.PrivateKey(pemRepresentation: ScriptedApple.secret).publicKey
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: parts[2])
    let content = token.split(separator: ".").prefix(2).joined(separator: ".")
    #expect(key.isValidSignature(signature, for: Data(content.utf8)))
  }

  @Test func `a token is used for ten minutes, and not by a clock that was put back`() throws {
    let tokens = BearerTokens(for: "a", by: try ScriptedApple.key())
    let first = try tokens.token(at: 10_000_000)
    #expect(try tokens.token(at: 10_599_999) == first)
    let second = try tokens.token(at: 10_600_000)
    #expect(second != first)
    #expect(try tokens.token(at: 10_000_000) != second)
  }

  @Test func `only the token that was rejected is thrown away`() throws {
    let tokens = BearerTokens(for: "a", by: try ScriptedApple.key())
    let token = try tokens.token(at: 0)
    tokens.discard("another")
    #expect(try tokens.token(at: 1) == token)
    tokens.discard(token)
    #expect(try tokens.token(at: 1) != token)
  }

  @Test(arguments: ["", "KEY", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
  func `what is no key is rejected without a word of it`(pem: String) {
    let error = #expect(throws: ServerAPIKey.Unreadable.self) {
      try ServerAPIKey(issuerID: "i", keyID: "k", pem: pem)
    }
    #expect("\(error!)".contains(".p8") && !"\(error!)".contains("AAAA"))
  }

  @Test func `Apple sees the name and the version of the program`() async throws {
    try await ScriptedApple.with([.init(status: 401)]) { apple, url in
      let client = try ScriptedApple.client([url])
      await #expect(throws: ServerAPIError.self) {
        try await client.transactions.transaction("1", in: .production)
      }
      #expect(apple.heard.first?.userAgent == "daicho/0.9.0")
    }
  }

  @Test func `nothing that is printed holds the key or a token`() async throws {
    let key = try ScriptedApple.key()
    try await ScriptedApple.with([.init(status: 401)]) { apple, url in
      let client = try ScriptedApple.client([url])
      let error = await #expect(throws: ServerAPIError.self) {
        try await client.transactions.transaction("1", in: .production)
      }
      var printed = "\(key) \(client) \(String(reflecting: key)) \(String(reflecting: client))"
      dump(key, to: &printed)
      dump(client, to: &printed)
      dump(error, to: &printed)
      printed += "\(error!) \(String(reflecting: error!))"
      let secrets = ScriptedApple.secret.split(separator: "\n").dropFirst().dropLast()
      for secret in secrets { #expect(!printed.contains(secret)) }
      let tokens = apple.heard.compactMap(\.authorization)
      #expect(tokens.count == 2 && tokens.allSatisfy { $0.hasPrefix("Bearer ") })
      for part in tokens.flatMap({ $0.dropFirst(7).split(separator: ".") }) {
        #expect(!printed.contains(part))
      }
    }
  }
}
