import AppStore
import AppStoreSimulator
import Foundation
import SwiftASN1
import Testing
import X509

/// The certificates under which a receipt counts.
struct ReceiptChainTests {
  @Test func `Apple's root for receipts is built in`() {
    #expect(RootCertificate.appleRSA.certificate.serialNumber == .init(2))
    #expect(RootCertificate.appleRSA.validTo == Date(timeIntervalSince1970: 2_054_670_036))
    #expect(RootCertificate.appleRSA.environments == .all)
  }

  @Test func `Apple's root alone is trusted by default, not the one in the receipt`() throws {
    let contents = try ReceiptKeys.get().authority.sign(.month())
    #expect(throws: ReceiptError.untrustedReceiptRoot) {
      try AppReceiptVerifier().verify(contents, now: now)
    }
  }

  @Test func `a foreign root is rejected, even of the same name`() throws {
    let keys = try ReceiptKeys.get()
    let foreign = try CertificateIssuer(
      root: "Root", valid: ReceiptKeys.decade, key: keys.leaf,
      algorithm: .sha256WithRSAEncryption)
    let verifier = AppReceiptVerifier(roots: [try RootCertificate(foreign.certificate)])
    let contents = try keys.authority.sign(.month())
    #expect(throws: ReceiptError.untrustedReceiptRoot) {
      try verifier.verify(contents, now: now)
    }
  }

  @Test func `the root need not be in the receipt`() throws {
    let keys = try ReceiptKeys.get()
    let whole = keys.authority.certificates
    let short = ReceiptAuthority(key: keys.leaf, certificates: Array(whole.dropLast()))
    #expect(try keys.authority.verified(short.sign(.month())).purchases.count == 1)
  }

  @Test func `the intermediate must be in the receipt`() throws {
    let keys = try ReceiptKeys.get()
    let whole = keys.authority.certificates
    let short = ReceiptAuthority(key: keys.leaf, certificates: [whole[0], whole[2]])
    #expect(try keys.authority.rejection(of: short.sign(.month())) == "untrusted_receipt_root")
  }

  @Test(
    arguments: [
      (nil, Authority.leafMarker, "intermediate certificate"),
      (Authority.intermediateMarker, nil, "leaf certificate"),
      (Authority.leafMarker, Authority.intermediateMarker, "intermediate certificate"),
    ] as [(ASN1ObjectIdentifier?, ASN1ObjectIdentifier?, String)])
  func `both certificates must have their marker`(
    intermediate: ASN1ObjectIdentifier?, leaf: ASN1ObjectIdentifier?, name: String
  ) throws {
    let authority = try ReceiptKeys.get().authority(
      intermediateMarker: intermediate, leafMarker: leaf)
    #expect(throws: ReceiptError.missingAppleMarker(certificate: name)) {
      try authority.verified(authority.sign(.month()))
    }
  }

  @Test func `a leaf directly under the root is rejected`() throws {
    let keys = try ReceiptKeys.get()
    let root = try CertificateIssuer(
      root: "Root", valid: ReceiptKeys.decade, key: keys.root, algorithm: .sha256WithRSAEncryption)
    let leaf = try root.issueLeaf(
      "Leaf", key: keys.leaf.publicKey, valid: ReceiptKeys.decade, marker: Authority.leafMarker)
    let authority = ReceiptAuthority(key: keys.leaf, certificates: [leaf, root.certificate])
    #expect(try authority.rejection(of: authority.sign(.month())) == "invalid_receipt_chain")
  }

  @Test(arguments: [KeyUsage(digitalSignature: true, cRLSign: true), nil])
  func `an intermediate that may not sign certificates is rejected`(usage: KeyUsage?) throws {
    let keys = try ReceiptKeys.get()
    let root = try CertificateIssuer(
      root: "Root", valid: ReceiptKeys.decade, key: keys.root, algorithm: .sha256WithRSAEncryption)
    let intermediate = try root.issueIntermediate(
      "Intermediate", valid: ReceiptKeys.decade, marker: Authority.intermediateMarker,
      key: keys.intermediate, usage: usage)
    let leaf = try intermediate.issueLeaf(
      "Leaf", key: keys.leaf.publicKey, valid: ReceiptKeys.decade, marker: Authority.leafMarker)
    let authority = ReceiptAuthority(
      key: keys.leaf, certificates: [leaf, intermediate.certificate, root.certificate])
    #expect(try authority.rejection(of: authority.sign(.month())) == "invalid_receipt_chain")
  }

  @Test(arguments: LeafFlaw.all)
  func `a leaf that is an authority is rejected`(flaw: LeafFlaw) throws {
    let keys = try ReceiptKeys.get()
    let root = try CertificateIssuer(
      root: "Root", valid: ReceiptKeys.decade, key: keys.root, algorithm: .sha256WithRSAEncryption)
    let intermediate = try root.issueIntermediate(
      "Intermediate", valid: ReceiptKeys.decade, marker: Authority.intermediateMarker,
      key: keys.intermediate)
    let leaf = try intermediate.issueLeaf(
      "Leaf", key: keys.leaf.publicKey, valid: ReceiptKeys.decade, marker: Authority.leafMarker,
      constraints: flaw.constraints, usage: flaw.usage)
    let authority = ReceiptAuthority(
      key: keys.leaf, certificates: [leaf, intermediate.certificate, root.certificate])
    #expect(try authority.rejection(of: authority.sign(.month())) == "invalid_receipt_chain")
  }

  @Test func `a leaf under another leaf is rejected`() throws {
    let keys = try ReceiptKeys.get()
    let whole = keys.authority.certificates
    let impostor = try CertificateIssuer(
      root: "Leaf", valid: ReceiptKeys.decade, key: keys.leaf, algorithm: .sha256WithRSAEncryption)
    let leaf = try impostor.issueLeaf(
      "Further leaf", key: keys.intermediate.publicKey, valid: ReceiptKeys.decade,
      marker: Authority.leafMarker)
    let authority = ReceiptAuthority(key: keys.intermediate, certificates: [leaf] + whole)
    #expect(try authority.rejection(of: authority.sign(.month())) == "invalid_receipt_chain")
  }
}
