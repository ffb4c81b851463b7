import AppStoreSimulator
import Foundation
import Testing
import X509

@testable import AppStore

/// A verifier that has verified a receipt accepts and rejects the next one as if it were the first.
struct VerifiedReceiptChainsTests {
  @Test func `a chain that is known counts only while its certificates are valid`() throws {
    let authority = try ReceiptKeys.get().authority(
      leafValid: now.addingTimeInterval(-3 * year)...now.addingTimeInterval(-year))
    let verifier = AppReceiptVerifier(roots: [try authority.trustedRoot()])
    let ends: [(Int64, String?)] = [
      (-63_072_000, nil), (-94_608_001, "certificate_not_valid_at_creation_date"),
      (-94_608_000, nil), (-31_536_001, nil),
      (-31_536_000, "certificate_not_valid_at_creation_date"), (-63_072_000, nil),
    ]
    for (seconds, code) in ends {
      let receipt = SignableAppReceipt.month(creationDate: nowMilliseconds + seconds * 1_000)
      #expect(rejection(of: try authority.sign(receipt), by: verifier) == code, "\(seconds)")
      let alone = AppReceiptVerifier(roots: [try authority.trustedRoot()])
      #expect(rejection(of: try authority.sign(receipt), by: alone) == code, "\(seconds)")
    }
  }

  @Test func `a chain that is known vouches for the environments of its root alone`() throws {
    let authority = try ReceiptKeys.get().authority
    let verifier = AppReceiptVerifier(roots: [try authority.trustedRoot(for: .only(["Sandbox"]))])
    let sandbox = try authority.sign(.month(environment: "ProductionSandbox"))
    let production = try authority.sign(.month(environment: "Production"))
    #expect(rejection(of: production, by: verifier) == "root_not_for_environment")
    #expect(rejection(of: sandbox, by: verifier) == nil)
    #expect(rejection(of: production, by: verifier) == "root_not_for_environment")
  }

  @Test func `other certificates and a broken signature are judged on their own`() throws {
    let keys = try ReceiptKeys.get()
    let authority = keys.authority
    let verifier = AppReceiptVerifier(roots: [try authority.trustedRoot()])
    var contents = try authority.sign(.month())
    #expect(rejection(of: contents, by: verifier) == nil)
    contents[contents.count - 1] ^= 1
    #expect(rejection(of: contents, by: verifier) == "invalid_receipt_signature")
    let unmarked = try keys.authority(leafMarker: nil)
    #expect(
      rejection(of: try unmarked.sign(.month()), by: verifier) == "missing_apple_marker")
    let short = ReceiptAuthority(
      key: authority.key, certificates: [authority.certificates[0]])
    #expect(rejection(of: try short.sign(.month()), by: verifier) == "untrusted_receipt_root")
  }

  @Test func `the memory is bounded`() throws {
    let keys = try ReceiptKeys.get()
    let chains = VerifiedReceiptChains()
    let chain = VerifiedReceiptChains.Chain(validity: 0..<10, environments: .all, apps: nil)
    for number in 0..<VerifiedReceiptChains.chainsMax * 2 {
      let root = try CertificateIssuer(
        root: "Root \(number)", valid: ReceiptKeys.decade, key: keys.leaf,
        algorithm: .sha256WithRSAEncryption)
      let authority = ReceiptAuthority(key: keys.leaf, certificates: [root.certificate])
      let receipt = try SignedReceipt.decode(try authority.sign(.month()))
      chains.keep(chain, of: 0, in: receipt)
      #expect(chains.count <= VerifiedReceiptChains.chainsMax)
      let known = try chains.certificates(receipt.certificatesDigest, of: [])
      #expect(known === receipt.certificates)
      #expect(chains.chain(of: 0, in: receipt, at: 9) != nil)
      #expect(chains.chain(of: 0, in: receipt, at: 10) == nil)
      #expect(chains.chain(of: 1, in: receipt, at: 9) == nil)
    }
  }

  private func rejection(of contents: [UInt8], by verifier: AppReceiptVerifier) -> String? {
    do throws(ReceiptError) {
      _ = try verifier.verify(contents, now: now)
      return nil
    } catch {
      return error.code
    }
  }
}
