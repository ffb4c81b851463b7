import AppStoreSimulator
import EventStore
import Testing

struct DamagedBodyTests {
  private let packing = EvidencePacking()
  private let received: [UInt8]
  private let headers: HeaderTable
  private let body: [UInt8]

  init() {
    let inner = Signed.form(#"{"transactionId":"1","price":9990,"currency":"USD"}"#)
    received = Array(Signed.form(#"{"data":{"signedTransactionInfo":"\#(inner)"}}"#).utf8)
    var headers = HeaderTable()
    headers.insert(Array(Signed.header.utf8), number: 5)
    self.headers = headers
    body = packing.pack(EvidenceSplitter(received), headers: headers)
  }

  private func error(of body: [UInt8], headers: HeaderTable? = nil) -> EvidenceError? {
    do {
      _ = try packing.unpack(body, headers: headers ?? self.headers)
      return nil
    } catch {
      return error
    }
  }

  @Test func `what cannot be read says what is missing`() {
    var unknown = body
    unknown[0] = 2
    #expect(error(of: unknown) == .unknownEncoding(2))
    unknown = body
    unknown[1] = 77
    #expect(error(of: unknown) == .unknownDictionary(77))
    #expect(error(of: body, headers: HeaderTable()) == .unknownHeader(5))
    #expect(error(of: []) == .damaged)
    #expect(error(of: [1]) == .damaged)
  }

  @Test func `no beginning of a body is read`() {
    for count in body.indices {
      #expect(error(of: Array(body.prefix(count))) == .damaged, "\(count) bytes")
    }
    #expect(error(of: body + [0]) == .damaged)
  }

  @Test func `every flipped bit gives an answer or an error`() {
    for index in body.indices {
      for bit in 0..<8 {
        var flipped = body
        flipped[index] ^= 1 << bit
        _ = error(of: flipped)
      }
    }
  }

  @Test func `noise behind a true beginning gives an answer or an error`() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<20_000 {
      let kept = Int.random(in: 0...body.count, using: &random)
      let noise = Int.random(in: 0...64, using: &random)
      let tail = (0..<noise).map { _ in UInt8.random(in: 0...255, using: &random) }
      if let error = error(of: body.prefix(kept) + tail) {
        switch error {
        case .damaged, .unknownHeader, .unknownDictionary, .unknownEncoding: break
        case .unknownMasterKey, .notAuthentic, .lostKey, .unopenedKey:
          Issue.record("\(error), seed \(seed)")
        }
      }
    }
  }

  private static let boasts: [[UInt8]] = [
    [1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0, 3, 0],
    [1, 1, 0x80, 0x80, 0x80, 0x20, 0, 3, 0],
    [1, 1, 4, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 3, 0],
    [1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01, 0, 3, 0],
    [1, 1, 0, 0, 3, 0],
  ]

  @Test(arguments: boasts)
  func `a body that claims too much is damaged`(body: [UInt8]) {
    #expect(error(of: body) == .damaged)
  }
}
