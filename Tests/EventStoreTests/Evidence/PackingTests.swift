import AppStoreSimulator
import Foundation
import Testing

@testable import EventStore

struct PackingTests {
  private let packing = EvidencePacking()

  /// Returns a table with every header found in these bytes.
  private func table(for received: [UInt8], from number: Int32 = 1) -> HeaderTable {
    var table = HeaderTable()
    for (offset, header) in EvidenceSplitter(received).headers.enumerated() {
      table.insert(header, number: number + Int32(offset))
    }
    return table
  }

  @Test func `a notification of three JWS becomes less than seven hundred bytes`() throws {
    let received = try Signed.notification(by: try #require(Signed.authority))
    let headers = table(for: received)
    let body = packing.pack(EvidenceSplitter(received), headers: headers)
    #expect(received.count > 10_000 && body.count < 700, "\(received.count) to \(body.count)")
    #expect(try packing.unpack(body, headers: headers) == received)
  }

  @Test func `a header that signed three times is found once`() throws {
    let received = try Signed.notification(by: try #require(Signed.authority))
    let headers = EvidenceSplitter(received).headers
    #expect(headers.count == 1)
    #expect(headers.first?.starts(with: Array(#"{"alg":"ES256","x5c":[""#.utf8)) == true)
  }

  @Test func `JWS of two chains are distinguished`() throws {
    let day = Date(timeIntervalSince1970: 1e9)
    let first = try Authority(validFrom: day, validTo: day + 86_400)
    let second = try first.rotatingLeaf(validFrom: day, validTo: day + 86_400)
    let inner = [try first.sign(payload: Signed.transaction), try second.sign(payload: ["a": 1])]
    let received = Array(try first.sign(payload: ["signedTransactions": inner]).utf8)
    let headers = table(for: received, from: 200)
    let body = packing.pack(EvidenceSplitter(received), headers: headers)
    #expect(EvidenceSplitter(received).headers.count == 2 && body.count < 600, "\(body.count)")
    #expect(try packing.unpack(body, headers: headers) == received)
  }

  @Test func `an unknown header is reported before, and leaves the JWS whole`() throws {
    let received = Array(Signed.form(#"{"bundleId":"com.example.game"}"#).utf8)
    let known = table(for: received)
    #expect(
      HeaderTable().unknownHeaders(in: EvidenceSplitter(received)) == [Array(Signed.header.utf8)])
    #expect(known.unknownHeaders(in: EvidenceSplitter(received)) == [])
    let body = packing.pack(EvidenceSplitter(received), headers: HeaderTable())
    #expect(body.count > packing.pack(EvidenceSplitter(received), headers: known).count)
    #expect(try packing.unpack(body, headers: HeaderTable()) == received)
  }

  static let forms: [String] = {
    let inner = Signed.form(#"{ "price" : 1,  "name": "é" }"#)
    let within = Signed.form(#"{"signedTransactionInfo":"\#(inner)","twice":"\#(inner)"}"#)
    let tail = inner.dropLast() + (inner.hasSuffix("w") ? "x" : "B")
    return [
      "", "e", "eyJ", "eyJ..", "eyJ.eyJ.eyJ", "..", "\"", "\"eyJ", #"{"a":"eyJ"#,
      inner, within, inner + "\n", inner + inner, inner + "=", inner + ".", "." + inner,
      #"{"signedPayload":"\#(within)"}"#, #"["\#(inner)","\#(inner)", "\#(within)"]"#,
      #"{"unclosed":"\#(inner)"#, String(tail), inner.replacing(".", with: "=."),
      Signed.form("", signature: 64), Signed.form("{}", signature: 63),
      Signed.form("{}", signature: 65), Signed.form("{}", signature: 0),
      Signed.form("marks \u{1} and \u{2}"), "a mark \u{1} beside " + inner,
      "\"\(inner)\u{2}\"", Signed.form("{}", header: #"{"alg":"none"}"#),
      (0..<7).reduce(inner) { jws, _ in Signed.form(#"{"in":"\#(jws)"}"#) },
      String(repeating: "\"eyJ", count: 5_000), String(repeating: inner + "\"", count: 50),
    ]
  }()

  @Test(arguments: forms.indices)
  func `every text comes back letter for letter`(index: Int) throws {
    let received = Array(Self.forms[index].utf8)
    let headers = table(for: received)
    let body = packing.pack(EvidenceSplitter(received), headers: headers)
    #expect(try packing.unpack(body, headers: headers) == received)
    #expect(body.count <= received.count + 2)
    #expect(packing.pack(EvidenceSplitter(received), headers: headers) == body)
    #expect(EvidencePacking().pack(EvidenceSplitter(received), headers: headers) == body)
  }

  @Test func `bits left over in a last letter are not lost`() throws {
    let jws = Signed.form(#"{"a":1}"#)
    let payload = try #require(jws.split(separator: ".").dropFirst().first)
    #expect(payload.hasSuffix("Q"))
    let received = Array(jws.replacing(payload, with: payload.dropLast() + "R").utf8)
    let headers = table(for: Array(jws.utf8))
    #expect(EvidenceSplitter(received).headers == [])
    let body = packing.pack(EvidenceSplitter(received), headers: headers)
    #expect(try packing.unpack(body, headers: headers) == received)
  }

  @Test func `random bytes come back and cost two bytes at most`() throws {
    for count in [1, 2, 63, 64, 1_000, 100_000] {
      let received = (0..<count).map { _ in UInt8.random(in: 0...255) }
      let body = packing.pack(EvidenceSplitter(received), headers: HeaderTable())
      #expect(try packing.unpack(body, headers: HeaderTable()) == received)
      #expect(body.count <= count + 2)
    }
  }

  @Test func `many pack at once and each gets its own`() async throws {
    let authority = try #require(Signed.authority)
    let headers = table(for: try Signed.notification(by: authority))
    try await withThrowingTaskGroup(of: Bool.self) { tasks in
      for number in 0..<32 {
        tasks.addTask {
          let received = Array(try authority.sign(payload: ["number": number]).utf8)
          let body = packing.pack(EvidenceSplitter(received), headers: headers)
          return try packing.unpack(body, headers: headers) == received
        }
      }
      for try await isSame in tasks { #expect(isSame) }
    }
  }

  @Test func `an older dictionary is still read`() throws {
    let received = Array(#"{"hello":"hello hello hello hello"}"#.utf8)
    let old = EvidenceDictionary(number: 9, bytes: Array(#"{"hello":"hello"}"#.utf8))
    let body = EvidencePacking(old).pack(EvidenceSplitter(received), headers: HeaderTable())
    let reader = EvidencePacking(.apple1, older: [old])
    #expect(try reader.unpack(body, headers: HeaderTable()) == received)
    #expect(throws: EvidenceError.unknownDictionary(9)) {
      try packing.unpack(body, headers: HeaderTable())
    }
  }
}
