import AppStore
import AppStoreSimulator
import Crypto
import Foundation
import Testing
import X509

struct CertificateRejectionTests {
  private let transaction = SignableTransaction.month()

  @Test func `a JWS of a good chain is believed`() async throws {
    let chain = try Chain()
    let jws = try chain.signer().sign(transaction)
    let verified = try await chain.verifier().verify(jws, as: TransactionPayload.self, now: now)
    #expect(verified.payload.transactionId == "2000000000000001")
    #expect(verified.signed.text == jws)
  }

  @Test func `an intermediate without Apple's marker is rejected`() async throws {
    let chain = try Chain(intermediateMarker: nil)
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "missing_apple_marker")
  }

  @Test func `a leaf without Apple's marker is rejected`() async throws {
    let chain = try Chain(leafMarker: nil)
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "missing_apple_marker")
  }

  @Test func `the intermediate's marker on the leaf does not serve`() async throws {
    let chain = try Chain(leafMarker: Authority.intermediateMarker)
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "missing_apple_marker")
  }

  @Test(arguments: [0, 1, 2, 4]) func `other than three certificates are rejected`(
    count: Int
  ) async throws {
    let chain = try Chain()
    let many = Array((chain.certificates + chain.certificates).prefix(count))
    let jws = try chain.signer(many).sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `a leaf expired at the signing time is rejected`() async throws {
    let chain = try Chain(leafValid: now.addingTimeInterval(-year)...now.addingTimeInterval(-1))
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "certificate_not_valid_at_signed_date")
  }

  @Test func `a leaf not yet valid at the signing time is rejected`() async throws {
    let chain = try Chain(leafValid: now.addingTimeInterval(1)...now.addingTimeInterval(year))
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "certificate_not_valid_at_signed_date")
  }

  @Test func `a leaf that has expired since the signing is good`() async throws {
    let chain = try Chain(leafValid: now.addingTimeInterval(-year)...now)
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws, now: now.addingTimeInterval(3 * year)) == nil)
  }

  @Test func `a leaf that the intermediate did not issue is rejected`() async throws {
    let chain = try Chain()
    let stranger = try chain.root.issueIntermediate(
      "Intermediate", valid: Chain.decade, marker: Authority.intermediateMarker)
    let jws = try chain.signer([chain.leaf, stranger.certificate, chain.root.certificate])
      .sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `a leaf issued by the root itself is rejected`() async throws {
    let chain = try Chain()
    let leaf = try chain.root.issueLeaf(
      "Leaf", key: .init(chain.key.publicKey), valid: Chain.decade, marker: Authority.leafMarker)
    let jws = try chain.signer([leaf, chain.intermediate.certificate, chain.root.certificate])
      .sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `a chain that names our root but does not end in it is rejected`() async throws {
    let ours = try Chain()
    let theirs = try Chain()
    let jws = try theirs.signer([
      theirs.leaf, theirs.intermediate.certificate, ours.root.certificate,
    ]).sign(transaction)
    #expect(try await ours.rejection(of: jws) == "invalid_certificate_chain")
  }

  @Test func `a root not configured is rejected`() async throws {
    let jws = try Chain().signer().sign(transaction)
    #expect(try await Chain().rejection(of: jws) == "untrusted_root")
  }

  @Test func `our root is rejected where the header names another`() async throws {
    let chain = try Chain()
    let other = try Chain().root.certificate
    let jws = try chain.signer([chain.leaf, chain.intermediate.certificate, other])
      .sign(transaction)
    #expect(try await chain.rejection(of: jws) == "untrusted_root")
  }

  @Test func `a leaf key that is not P-256 is rejected`() async throws {
    let chain = try Chain(leafKey: .init(P384.Signing.PrivateKey().publicKey))
    let jws = try chain.signer().sign(transaction)
    #expect(try await chain.rejection(of: jws) == "invalid_certificate_chain")
  }
}
