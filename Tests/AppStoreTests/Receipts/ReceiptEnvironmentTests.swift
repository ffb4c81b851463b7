import AppStore
import AppStoreSimulator
import Foundation
import Testing

/// The environment of a receipt, and the roots that vouch for it.
struct ReceiptEnvironmentTests {
  @Test(arguments: [
    ("Production", "Production"), ("ProductionVPP", "Production"), ("Sandbox", "Sandbox"),
    ("ProductionSandbox", "Sandbox"), ("ProductionVPPSandbox", "Sandbox"), ("Xcode", "Xcode"),
  ])
  func `the receipt's word stands for one of the words in JWS`(word: String, jws: String) throws {
    let authority = try ReceiptKeys.get().authority
    let contents = try authority.sign(.month(environment: word))
    let receipt = try authority.verified(contents, for: .only([jws]))
    #expect(receipt.environment == word && receipt.jwsEnvironment == jws)
    let others = Set(["Production", "Sandbox", "Xcode"]).subtracting([jws])
    #expect(
      try authority.rejection(of: contents, for: .only(others)) == "root_not_for_environment")
  }

  @Test(
    arguments: [
      (0, nil, "Sandbox"), (0, 1_500_000_000_000, "Sandbox"), (42, nil, "Production"),
      (42, 1_375_340_400_000, "Sandbox"), (42, 1_375_340_401_000, "Production"),
      (nil, nil, "Production"), (nil, 1_375_340_400_000, "Sandbox"),
    ] as [(Int64?, Int64?, String)])
  func `a receipt without a word is told by the constants of the sandbox`(
    app: Int64?, bought: Int64?, jws: String
  ) throws {
    let authority = try ReceiptKeys.get().authority
    var receipt = SignableAppReceipt.month(environment: nil)
    receipt.appAppleID = app
    receipt.originalPurchaseDate = bought
    let verified = try authority.verified(authority.sign(receipt))
    #expect(verified.environment == nil && verified.jwsEnvironment == jws)
  }

  @Test(arguments: ["production", "LocalTesting", "Producti\u{F6}n"])
  func `an unknown word is rejected`(word: String) throws {
    let authority = try ReceiptKeys.get().authority
    let contents = try authority.sign(.month(environment: word))
    #expect(try authority.rejection(of: contents) == "unknown_receipt_environment")
  }

  @Test func `a certificate of Xcode is trusted for Xcode alone`() throws {
    let xcode = try ReceiptKeys.get().selfSigned()
    let contents = try xcode.sign(
      .month(environment: "Xcode"), as: ReceiptForm(hasIndefiniteLengths: true))
    let receipt = try xcode.verified(contents, for: .only(["Xcode"]))
    #expect(receipt.jwsEnvironment == "Xcode")

    for environments in [VouchedEnvironments.all, .only(["Xcode", "Sandbox"]), .only([])] {
      #expect(try xcode.rejection(of: contents, for: environments) == "invalid_receipt_chain")
    }
    for word in ["Production", "ProductionSandbox"] {
      let other = try xcode.sign(.month(environment: word))
      #expect(
        try xcode.rejection(of: other, for: .only(["Xcode"])) == "root_not_for_environment")
    }
    #expect(throws: ReceiptError.untrustedReceiptRoot) {
      try AppReceiptVerifier().verify(contents, now: now)
    }
  }

  @Test func `a certificate of Xcode that belongs to one app counts for no other, and for no JWS`()
    async throws
  {
    let xcode = try ReceiptKeys.get().selfSigned()
    let contents = try xcode.sign(.month(environment: "Xcode"))
    let der = try xcode.rootCertificateDER
    let roots = try ["com.example.game", "com.example.other"].map {
      try RootCertificate(fileContents: der, for: .only(["Xcode"]), of: $0)
    }
    for trusted in [[roots[0]], roots] {
      let receipt = try AppReceiptVerifier(roots: trusted).verify(contents, now: now)
      #expect(receipt.bundleID == "com.example.game")
    }
    #expect(throws: ReceiptError.rootNotForApp) {
      try AppReceiptVerifier(roots: [roots[1]]).verify(contents, now: now)
    }
    // A root without an app counts for every app, even if another copy of it has one.
    let verifier = AppReceiptVerifier(
      roots: [roots[1], try xcode.trustedRoot(for: .only(["Xcode"]))])
    #expect(try verifier.verify(contents, now: now).bundleID == "com.example.game")

    let authority = try Authority(
      validFrom: now.addingTimeInterval(-year), validTo: now.addingTimeInterval(year))
    let jws = try authority.sign(payload: SignableTransaction.month())
    let bound = try RootCertificate(
      fileContents: authority.rootCertificateDER, for: .all, of: "com.example.game")
    await #expect(throws: VerificationError.untrustedRoot) {
      try await PayloadVerifier(roots: [bound]).verify(jws, as: TransactionPayload.self, now: now)
    }
  }

  @Test func `a root that is named twice vouches for the environments of both`() throws {
    let authority = try ReceiptKeys.get().authority
    let roots = try ["Sandbox", "Xcode"].map { try authority.trustedRoot(for: .only([$0])) }
    let verifier = AppReceiptVerifier(roots: roots)
    for word in ["ProductionSandbox", "Xcode"] {
      let contents = try authority.sign(.month(environment: word))
      #expect(try verifier.verify(contents, now: now).environment == word)
    }
  }
}
