import AppStoreSimulator
import Crypto
import Testing
import X509

/// A leaf certificate that says in some way that it is an authority.
struct LeafFlaw: Sendable, CustomTestStringConvertible {
  let constraints: BasicConstraints
  let usage: KeyUsage
  let testDescription: String

  static let all = [
    LeafFlaw(
      constraints: .isCertificateAuthority(maxPathLength: nil),
      usage: KeyUsage(digitalSignature: true, keyCertSign: true), testDescription: "both"),
    LeafFlaw(
      constraints: .isCertificateAuthority(maxPathLength: 0),
      usage: KeyUsage(digitalSignature: true), testDescription: "constraints"),
  ]
}

/// The role of each certificate of a chain that signs a JWS.
struct CertificateRoleTests {
  private let key = P256.Signing.PrivateKey()

  private func code(
    of leaf: Certificate, _ intermediate: CertificateIssuer, _ chain: Chain
  ) async throws -> String? {
    let signer = try PayloadSigner(
      key: key, chain: [leaf, intermediate.certificate, chain.root.certificate])
    return try await chain.rejection(of: signer.sign(SignableTransaction.month()))
  }

  @Test(
    arguments: [
      (KeyUsage(keyCertSign: true), nil),
      (KeyUsage(digitalSignature: true, keyCertSign: true), nil),
      (KeyUsage(cRLSign: true), "invalid_certificate_chain"),
      (KeyUsage(digitalSignature: true), "invalid_certificate_chain"),
      (nil, "invalid_certificate_chain"),
    ] as [(KeyUsage?, String?)])
  func `an intermediate must be allowed to sign certificates`(
    usage: KeyUsage?, code: String?
  ) async throws {
    let chain = try Chain()
    let intermediate = try chain.root.issueIntermediate(
      "Intermediate", valid: Chain.decade, marker: Authority.intermediateMarker, usage: usage)
    let leaf = try intermediate.issueLeaf(
      "Leaf", key: .init(key.publicKey), valid: Chain.decade, marker: Authority.leafMarker)
    #expect(try await self.code(of: leaf, intermediate, chain) == code)
  }

  @Test(arguments: LeafFlaw.all)
  func `a leaf that is an authority is rejected`(flaw: LeafFlaw) async throws {
    let chain = try Chain()
    let leaf = try chain.intermediate.issueLeaf(
      "Leaf", key: .init(key.publicKey), valid: Chain.decade, marker: Authority.leafMarker,
      constraints: flaw.constraints, usage: flaw.usage)
    #expect(try await code(of: leaf, chain.intermediate, chain) == "invalid_certificate_chain")
  }

  @Test func `a leaf that says it may sign certificates is rejected`() async throws {
    let chain = try Chain()
    let leaf = try chain.intermediate.issueLeaf(
      "Leaf", key: .init(key.publicKey), valid: Chain.decade, marker: Authority.leafMarker,
      usage: KeyUsage(digitalSignature: true, keyCertSign: true))
    #expect(try await code(of: leaf, chain.intermediate, chain) == "invalid_certificate_chain")
  }
}
