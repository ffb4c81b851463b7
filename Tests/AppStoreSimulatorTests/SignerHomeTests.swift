import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import Testing

struct SignerHomeTests {
  private func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }  // the system clears it in time
    try await body(directory)
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a signing authority is created once and then kept`() async throws {
    try await withDirectory { directory in
      let first = try SignerHome(directory).authority()
      let second = try SignerHome(directory).authority()
      #expect(try first.rootCertificatePEM == second.rootCertificatePEM)
      #expect(first.signsIn == second.signsIn)
      #expect(try SignerHome(directory).rootCertificatePEM() == first.rootCertificatePEM)
    }
  }

  @Test func `an authority for receipts is created once and then kept`() async throws {
    try await withDirectory { directory in
      let first = try SignerHome(directory).receiptAuthority()
      let second = try SignerHome(directory).receiptAuthority()
      #expect(try first.pem == second.pem)
      #expect(try permissions(directory.appending(path: "receipts.pem").path) == 0o600)
      try Data("x".utf8).write(to: directory.appending(path: "receipts.pem"))
      #expect(throws: SignerHome.Failure.self) { try SignerHome(directory).receiptAuthority() }
    }
  }

  @Test func `a shared secret is created once and then kept, readable by its owner`() async throws {
    try await withDirectory { directory in
      let first = try SignerHome(directory).sharedSecret()
      #expect(first.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(try SignerHome(directory).sharedSecret() == first)
      let file = try SignerHome(directory).sharedSecretFile()
      #expect(try String(contentsOf: file, encoding: .utf8) == first)
      #expect(try permissions(file.path) == 0o600)
      let issuer = try SignerHome(directory).receiptIssuer()
      #expect(!"\(issuer)".contains(first) && !String(reflecting: issuer).contains(first))
      try Data("secret".utf8).write(to: file)
      #expect(throws: SignerHome.Failure.self) { try SignerHome(directory).sharedSecret() }
    }
  }

  @Test func `a signature of a kept signing authority verifies under its root`() async throws {
    try await withDirectory { directory in
      let root = try RootCertificate(
        fileContents: Array(SignerHome(directory).rootCertificatePEM().utf8))
      let verifier = PayloadVerifier(roots: [root])
      let authority = try SignerHome(directory).authority()
      for signedDate in [1_500_000_000_000, 1_767_225_600_000, 2_000_000_000_000] as [Int64] {
        let transaction = SignableTransaction(
          transactionId: "2000000000000001", bundleId: "com.example.game",
          productId: "com.example.game.gems", purchaseDate: signedDate)
        let jws = try authority.signer(at: signedDate).sign(transaction)
        let now = Date(timeIntervalSince1970: Double(signedDate / 1_000))
        _ = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
      }
    }
  }

  @Test func `the developer's key is kept, and found as a file`() async throws {
    try await withDirectory { directory in
      let key = try SignerHome(directory).developerKey()
      let again = try SignerHome(directory).developerKey()
      #expect(key.issuerID == again.issuerID)
      #expect(key.keyID == again.keyID)
      #expect(key.publicKey.rawRepresentation == again.publicKey.rawRepresentation)
      let file = try SignerHome(directory).developerKeyFile()
      #expect(file.lastPathComponent == "SubscriptionKey_\(key.keyID).p8")
      #expect(try String(contentsOf: file, encoding: .utf8) == key.privateKeyPEM)
    }
  }

  @Test func `the developer's key is PKCS 8 and signs what the public key verifies`() throws {
    let key = DeveloperKey()
    #expect(key.privateKeyPEM.hasPrefix("-----BEGIN PRIVATE KEY-----"))
    let signature = try P256.Signing.PrivateKey(pemRepresentation: key.privateKeyPEM)
      .signature(for: Data("token".utf8))
    #expect(key.publicKey.isValidSignature(signature, for: Data("token".utf8)))
    #expect(UUID(uuidString: key.issuerID)?.uuidString.lowercased() == key.issuerID)
    #expect(key.keyID.wholeMatch(of: /[A-Z0-9]{10}/) != nil)
    #expect(!"\(key)".contains("PRIVATE"))
  }

  @Test func `everything in it is for its owner only`() async throws {
    try await withDirectory { directory in
      _ = try SignerHome(directory).authority()
      let key = try SignerHome(directory).developerKey()
      let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      #expect(
        Set(files) == ["signing.pem", "developer.json", "SubscriptionKey_\(key.keyID).p8"])
      #expect(try permissions(directory.path) == 0o700)
      for file in files {
        #expect(try permissions(directory.appending(path: file).path) == 0o600)
      }
    }
  }

  @Test func `several that begin at once have the same signing authority and key`() async throws {
    try await withDirectory { directory in
      let homes = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<4 {
          group.addTask {
            let home = SignerHome(directory)
            return [try home.rootCertificatePEM(), try home.developerKey().privateKeyPEM]
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(homes.count == 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 3)
    }
  }

  @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n"])
  func `a damaged file is named, and not replaced`(contents: String) async throws {
    try await withDirectory { directory in
      _ = try SignerHome(directory).authority()
      let file = directory.appending(path: "signing.pem")
      try Data(contents.utf8).write(to: file)
      let failure = #expect(throws: SignerHome.Failure.self) {
        try SignerHome(directory).authority()
      }
      #expect(
        failure?.description
          == "\(file.path) is missing or damaged; remove its directory to start over.")
      #expect(try String(contentsOf: file, encoding: .utf8) == contents)
    }
  }

  @Test func `a lost key file is named`() async throws {
    try await withDirectory { directory in
      let file = try SignerHome(directory).developerKeyFile()
      try FileManager.default.removeItem(at: file)
      let failure = #expect(throws: SignerHome.Failure.self) {
        try SignerHome(directory).developerKey()
      }
      #expect(failure?.description.contains(file.lastPathComponent) == true)
    }
  }
}
