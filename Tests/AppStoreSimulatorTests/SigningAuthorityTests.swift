import AppStore
import AppStoreSimulator
import Foundation
import JSONBytes
import SwiftASN1
import Testing
import X509

struct SigningAuthorityTests {
  private static let authority = try? SigningAuthority()
  private let now = Date(timeIntervalSince1970: 2_400_000_000)

  private func authority() throws -> SigningAuthority { try #require(Self.authority) }

  private func milliseconds(_ time: String) throws -> Int64 {
    Int64(try Date(time, strategy: .iso8601).timeIntervalSince1970) * 1_000
  }

  private func transaction(signedDate: Int64) -> SignableTransaction {
    SignableTransaction(
      transactionId: "2000000000000001", bundleId: "com.example.game",
      productId: "com.example.game.gems", purchaseDate: signedDate)
  }

  private func certificates(_ jws: String) throws -> [Certificate] {
    struct Header: Decodable { let x5c: [Data] }
    let header = try #require(decoded(jws, part: 0))
    return try JSONDecoder().decode(Header.self, from: Data(header)).x5c.map {
      try Certificate(derEncoded: Array($0))
    }
  }

  private func decoded(_ jws: String, part: Int) -> [UInt8]? {
    Base64URL.decode(ArraySlice(jws.split(separator: ".")[part].utf8))
  }

  private func verifier() throws -> PayloadVerifier {
    let root = try RootCertificate(fileContents: Array(authority().rootCertificatePEM.utf8))
    return PayloadVerifier(roots: [root])
  }

  @Test func `it signs for thirty years, from one September to another`() throws {
    #expect(SigningAuthority.years.lowerBound == (try milliseconds("2013-09-01T00:00:00Z")))
    #expect(SigningAuthority.years.upperBound == (try milliseconds("2043-09-01T00:00:00Z")))
    let signsIn = try authority().signsIn
    #expect(signsIn.lowerBound == SigningAuthority.years.lowerBound)
    #expect(signsIn.upperBound == (try milliseconds("2043-10-01T00:00:00Z")))
  }

  @Test(arguments: [
    "2013-09-01T00:00:00Z", "2015-08-31T23:59:59Z", "2015-09-01T00:00:00Z", "2024-02-29T12:00:00Z",
    "2026-01-01T00:00:00Z", "2041-09-01T00:00:00Z", "2043-09-30T23:59:59Z",
  ])
  func `what it signs verifies, whenever it was signed`(time: String) async throws {
    let signedDate = try milliseconds(time)
    let jws = try authority().signer(at: signedDate).sign(transaction(signedDate: signedDate))
    let verified = try await verifier().verify(jws, as: TransactionPayload.self, now: now)
    #expect(verified.payload.transactionId == "2000000000000001")
  }

  @Test func `leaves succeed one another every second September`() throws {
    let years = try (2013...2043).map { year in
      let signer = try authority().signer(at: milliseconds("\(year)-09-01T00:00:00Z"))
      return try certificates(signer.sign(Array("{}".utf8)))[0]
    }
    #expect(Set(years).count == 16 - 1)
    for (this, next) in zip(years, years.dropFirst()) where this != next {
      #expect(next.notValidBefore < this.notValidAfter)
      #expect(this.notValidAfter < next.notValidBefore.addingTimeInterval(31 * 86_400))
    }
  }

  @Test func `in the month of two valid leaves the new one signs`() throws {
    let change = try milliseconds("2025-09-01T00:00:00Z")
    let before = try certificates(authority().signer(at: change - 1).sign([]))
    let after = try certificates(authority().signer(at: change).sign([]))
    #expect(before[0] != after[0])
    #expect(before[1...] == after[1...])
    #expect(before[0].notValidAfter > after[0].notValidBefore)
  }

  @Test(arguments: ["2023-08-31T23:59:59Z", "2025-10-01T00:00:01Z"])
  func `a leaf is believed in its own time only`(time: String) async throws {
    let signer = try authority().signer(at: milliseconds("2024-06-01T00:00:00Z"))
    let jws = try signer.sign(transaction(signedDate: milliseconds(time)))
    await #expect(throws: VerificationError.certificateNotValidAtSignedDate) {
      try await verifier().verify(jws, as: TransactionPayload.self, now: now)
    }
  }

  @Test func `no moment outside of its years is signed`() async {
    await #expect(processExitsWith: .failure) {
      _ = try SigningAuthority(signingIn: 0..<1_000).signer(at: -1)
    }
    await #expect(processExitsWith: .failure) {
      let authority = try SigningAuthority(signingIn: 0..<1_000)
      _ = authority.signer(at: authority.signsIn.upperBound)
    }
  }

  @Test func `every certificate names its issuer's key`() throws {
    let chain = try certificates(authority().signer(at: 1_767_225_600_000).sign([]))
    let (leaf, intermediate, root) = (chain[0], chain[1], chain[2])
    for (subject, issuer) in [(leaf, intermediate), (intermediate, root)] {
      let authority = try #require(try subject.extensions.authorityKeyIdentifier)
      let key = try #require(try issuer.extensions.subjectKeyIdentifier)
      #expect(authority.keyIdentifier == key.keyIdentifier)
      #expect(try subject.extensions.authorityInformationAccess?.isEmpty == false)
    }
    #expect(try leaf.extensions.subjectKeyIdentifier != nil)
    #expect(leaf.extensions[oid: [2, 5, 29, 32]] != nil)
  }

  @Test func `a header is about as long as Apple's`() throws {
    let jws = try authority().signer(at: 1_767_225_600_000).sign([])
    #expect((4_300...4_550).contains(jws.prefix { $0 != "." }.count))
  }

  @Test func `a signature and its payload are one text for ever`() async throws {
    let signedDate: Int64 = 1_767_225_600_000
    let signer = try authority().signer(at: signedDate)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let payload = Array(try encoder.encode(transaction(signedDate: signedDate)))
    let (text, signature) = try signer.seal(payload)
    #expect(signature.count == 64)
    let jws = signer.assemble(payload: payload, signature: signature)
    #expect(jws == text)
    #expect(jws.hasSuffix(".\(Base64URL.encode(signature))"))
    #expect(decoded(jws, part: 1) == payload)
    _ = try await verifier().verify(jws, as: TransactionPayload.self, now: now)
  }
}
