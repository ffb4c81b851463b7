import AppStoreSimulator
import Foundation
import JSONBytes
import Testing

@testable import AppStore

struct VerifiedChainCacheTests {
  private func signed(_ jws: String) throws -> SignedPayload { try SignedPayload(jws) }

  @Test func `a chain once verified serves the next JWS without suspension`() async throws {
    let authority = try Authority.decade()
    let verifier = try authority.verifier()
    let first = try signed(authority.sign(payload: SignableTransaction.month()))
    #expect(try verifier.verifyIfCached(first, as: TransactionPayload.self, now: now) == nil)
    _ = try await verifier.verify(first, as: TransactionPayload.self, now: now)
    let renewal = SignableRenewal(
      originalTransactionId: "1", productId: "p", signedDate: nowMilliseconds)
    let second = try signed(authority.sign(payload: renewal))
    let verified = try verifier.verifyIfCached(second, as: RenewalPayload.self, now: now)
    #expect(verified?.payload.autoRenewProductId == "p")
  }

  @Test func `a forged payload gains nothing by a cached chain`() async throws {
    let authority = try Authority.decade()
    let verifier = try authority.verifier()
    let genuine = try authority.sign(payload: SignableTransaction.month())
    _ = try await verifier.verify(genuine, as: TransactionPayload.self, now: now)
    var parts = genuine.split(separator: ".").map(String.init)
    parts[1] = Base64URL.encode(#"{"signedDate":\#(nowMilliseconds)}"#.utf8)
    let forged = try signed(parts.joined(separator: "."))
    #expect(throws: VerificationError.invalidSignature) {
      try verifier.verifyIfCached(forged, as: TransactionPayload.self, now: now)
    }
  }

  @Test func `a cached chain does not serve a signing time outside its validity`() async throws {
    let leafValid = now.addingTimeInterval(-86_400)...now
    let authority = try Authority.decade().rotatingLeaf(
      validFrom: leafValid.lowerBound, validTo: leafValid.upperBound)
    let verifier = try authority.verifier()
    for (offset, rejected) in [
      (0, false), (999, false), (1_000, true), (-86_400_000, false), (-86_400_001, true),
    ] as [(Int64, Bool)] {
      let jws = try authority.sign(
        payload: SignableTransaction.month(signedDate: nowMilliseconds + offset))
      let cold = try authority.verifier()
      for verifier in [verifier, cold] {
        do throws(VerificationError) {
          _ = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
          #expect(!rejected)
        } catch {
          #expect(rejected && error == .certificateNotValidAtSignedDate)
        }
      }
    }
  }

  @Test func `a cached chain serves for fifteen minutes`() async throws {
    let authority = try Authority.decade()
    let verifier = try authority.verifier()
    let jws = try signed(authority.sign(payload: SignableTransaction.month()))
    _ = try await verifier.verify(jws, as: TransactionPayload.self, now: now)
    for (seconds, serves) in [(0.0, true), (899, true), (900, false), (-1, false)] {
      let later = now.addingTimeInterval(seconds)
      let hit = try verifier.verifyIfCached(jws, as: TransactionPayload.self, now: later)
      #expect((hit != nil) == serves)
    }
  }

  @Test func `only chains whose leaf has signed are kept`() async throws {
    let chain = try Chain()
    let verifier = try chain.verifier()
    var parts = try chain.signer().sign(SignableTransaction.month()).split(separator: ".")
    parts[2] = parts[2].hasPrefix("A") ? "B" + parts[2].dropFirst() : "A" + parts[2].dropFirst()
    let forged = parts.joined(separator: ".")
    await #expect(throws: VerificationError.invalidSignature) {
      try await verifier.verify(forged, as: TransactionPayload.self, now: now)
    }
    #expect(verifier.cache.count == 0)
  }

  @Test func `no more than thirty-two chains are kept, the newest of them`() async throws {
    let authority = try Authority.decade()
    let verifier = try authority.verifier()
    var all: [SignedPayload] = []
    for second in 0..<33 {
      let rotated = try authority.rotatingLeaf(
        validFrom: Chain.decade.lowerBound, validTo: Chain.decade.upperBound)
      let jws = try signed(rotated.sign(payload: SignableTransaction.month()))
      let moment = now.addingTimeInterval(Double(second))
      _ = try await verifier.verify(jws, as: TransactionPayload.self, now: moment)
      all.append(jws)
    }
    #expect(verifier.cache.count == VerifiedChainCache.chainsMax)
    let end = now.addingTimeInterval(33)
    #expect(try verifier.verifyIfCached(all[0], as: TransactionPayload.self, now: end) == nil)
    #expect(try verifier.verifyIfCached(all[1], as: TransactionPayload.self, now: end) != nil)
    #expect(try verifier.verifyIfCached(all[32], as: TransactionPayload.self, now: end) != nil)
  }
}
