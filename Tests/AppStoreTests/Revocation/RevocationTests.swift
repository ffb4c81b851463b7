import AppStoreSimulator
import Foundation
import Testing
import X509

@testable import AppStore

struct RevocationTests {
  /// A check that remembers nothing yet.
  private static var asking: RevocationCheck {
    RevocationCheck(asksIssuers: true, timeout: .seconds(5))
  }

  /// The answers of the responder are of the present, so these tests run in it.
  private let today = Date()

  private func jws(_ chain: Chain) throws -> String {
    let signed = Int64(today.timeIntervalSince1970 * 1_000)
    return try chain.signer().sign(SignableTransaction.month(signedDate: signed))
  }

  /// Returns the code of the rejection, or nil.
  private func rejection(
    of jws: String, by verifier: PayloadVerifier, at moment: Date
  ) async throws -> String? {
    do throws(VerificationError) {
      _ = try await verifier.verify(jws, as: TransactionPayload.self, now: moment)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func `certificates that are good are asked about once in a quarter of an hour`()
    async throws
  {
    try await StatusServer.with { server in
      let verifier = try server.chain.verifier(Self.asking)
      let jws = try jws(server.chain)
      for (seconds, asked) in [(0, 2), (899, 2), (901, 4)] {
        let moment = today.addingTimeInterval(TimeInterval(seconds))
        #expect(try await rejection(of: jws, by: verifier, at: moment) == nil)
        #expect(server.asked == asked)
      }
    }
  }

  @Test func `nobody is asked without the setting`() async throws {
    try await StatusServer.with { server in
      server.answer(leaf: .status(.revoked))
      let verifier = try server.chain.verifier()
      #expect(try await rejection(of: try jws(server.chain), by: verifier, at: today) == nil)
      #expect(server.asked == 0)
    }
  }

  @Test(arguments: [true, false])
  func `a revoked certificate is refused, and so remembered`(isLeaf: Bool) async throws {
    try await StatusServer.with { server in
      server.answer(
        leaf: .status(isLeaf ? .revoked : .good), intermediate: .status(isLeaf ? .good : .revoked))
      let verifier = try server.chain.verifier(Self.asking)
      let jws = try jws(server.chain)
      #expect(try await rejection(of: jws, by: verifier, at: today) == "certificate_revoked")
      let asked = server.asked
      #expect(try await rejection(of: jws, by: verifier, at: today) == "certificate_revoked")
      #expect(server.asked == asked)
    }
  }

  @Test(
    arguments: [
      .status(.unknown), .foreign, .failure, .text("no answer"), .text(""),
      .text(String(repeating: "0", count: 65_537)),
    ] as [StatusServer.Answer])
  func `an unusable answer rejects for now, and ten seconds later asks again`(
    answer: StatusServer.Answer
  ) async throws {
    try await StatusServer.with { server in
      let verifier = try server.chain.verifier(Self.asking)
      let jws = try jws(server.chain)
      server.answer(leaf: answer)
      let unavailable = "revocation_status_unavailable"
      #expect(try await rejection(of: jws, by: verifier, at: today) == unavailable)
      server.answer()
      let asked = server.asked
      #expect(try await rejection(of: jws, by: verifier, at: today + 9) == unavailable)
      #expect(server.asked == asked)
      #expect(try await rejection(of: jws, by: verifier, at: today + 11) == nil)
    }
  }

  @Test func `an answer that does not end is given up`() async throws {
    try await StatusServer.with { server in
      server.answer(leaf: .endless)
      let verifier = try server.chain.verifier(
        RevocationCheck(asksIssuers: true, timeout: .milliseconds(200)))
      #expect(
        try await rejection(of: try jws(server.chain), by: verifier, at: today)
          == "revocation_status_unavailable")
    }
  }

  /// The answer is valid for an hour, and the library allows for 75 minutes of a wrong clock.
  @Test func `an old answer is none`() async throws {
    try await StatusServer.with { server in
      let jws = try jws(server.chain)
      for (minutes, code) in [(134, nil), (137, "revocation_status_unavailable")] {
        let verifier = try server.chain.verifier(Self.asking)
        let moment = today.addingTimeInterval(TimeInterval(minutes) * 60)
        let found = try await rejection(of: jws, by: verifier, at: moment)
        #expect(found == code, "\(minutes) minutes")
      }
    }
  }

  @Test func `an expired leaf is not asked about, its intermediate is`() async throws {
    let lastWeek = (today - 14 * 86_400)...(today - 7 * 86_400)
    try await StatusServer.with(leafValid: lastWeek) { server in
      server.answer(leaf: .status(.unknown))
      let signed = Int64(today.timeIntervalSince1970 * 1_000) - 10 * 86_400_000
      let jws = try server.chain.signer().sign(SignableTransaction.month(signedDate: signed))
      let verifier = try server.chain.verifier(Self.asking)
      #expect(try await rejection(of: jws, by: verifier, at: today) == nil)
      #expect(server.asked == 1)
      server.answer(intermediate: .status(.revoked))
      let second = try server.chain.verifier(Self.asking)
      let found = try await rejection(of: jws, by: second, at: today)
      #expect(found == "certificate_revoked")
    }
  }

  @Test func `a forged signature asks nobody`() async throws {
    try await StatusServer.with { server in
      let verifier = try server.chain.verifier(Self.asking)
      let forged = try jws(server.chain).dropLast(8) + "AAAAAAAA"
      #expect(
        try await rejection(of: String(forged), by: verifier, at: today) == "invalid_signature")
      #expect(server.asked == 0)
    }
  }

  @Test func `twenty at once ask once`() async throws {
    try await StatusServer.with { server in
      let verifier = try server.chain.verifier(Self.asking)
      let jws = try jws(server.chain)
      try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 1...20 {
          group.addTask { try await self.rejection(of: jws, by: verifier, at: self.today) }
        }
        for try await code in group { #expect(code == nil) }
      }
      #expect(server.asked == 2)
    }
  }

  @Test func `a refused serial number needs no answer`() async throws {
    let chain = try Chain()
    let jws = try jws(chain)
    for (certificate, code) in [
      (chain.leaf, "certificate_revoked"), (chain.intermediate.certificate, "certificate_revoked"),
      (chain.root.certificate, nil), (try Chain().leaf, nil),
    ] {
      let check = RevocationCheck(refusing: [CertificateSerial(certificate.serialNumber)])
      let verifier = try chain.verifier(check)
      #expect(try await rejection(of: jws, by: verifier, at: today) == code)
    }
  }

  @Test func `a serial number is read as openssl prints it`() throws {
    let serial = CertificateSerial(Certificate.SerialNumber(bytes: [0x00, 0xAB, 0x0C]))
    for text in ["AB0C", "ab0c", "00AB0C", "00:ab:0c", "0AB0C"] {
      #expect(CertificateSerial(text) == serial)
    }
    for text in ["", ":", "AB0G", "AB 0C", "0xAB0C", String(repeating: "A", count: 41)] {
      #expect(CertificateSerial(text) == nil)
    }
  }
}
