import Foundation
import Testing

@testable import AppStore

/// The readers of untrusted bytes on the committed inputs, and on inputs that are too large to
/// commit.
struct FuzzTargetTests {
  @Test(arguments: FuzzTarget.allCases)
  func `a reader keeps its promises for every committed input`(target: FuzzTarget) throws {
    let inputs = try FuzzCorpus.inputs(of: target)
    #expect(inputs.count > 0)
    let clock = ContinuousClock()
    for (name, input) in inputs {
      let time = clock.measure {
        do throws(BrokenPromise) {
          try target.read(input)
        } catch {
          Issue.record("\(target)/\(name): \(error.promise)")
        }
      }
      #expect(time < .seconds(10), "\(target)/\(name)")
    }
  }

  @Test(
    arguments: [
      ("production-sha256", nil), ("production-attributes", nil), ("xcode-indefinite", nil),
      ("xcode-attributes", nil),
    ] as [(String, String?)])
  func `the committed receipts are genuine`(name: String, code: String?) throws {
    let contents = try #require(try FuzzCorpus.inputs(of: .receipt)[name])
    let date = Date(timeIntervalSince1970: 1_780_272_000)
    let receipt = try AppReceiptVerifier(roots: FuzzTarget.roots).verify(contents, now: date)
    #expect(receipt.bundleID == "a.b")
  }

  @Test(arguments: [(4, nil), (5, "malformed_receipt"), (300_000, "malformed_receipt")])
  func `a receipt lists at most four digest algorithms`(count: Int, code: String?) throws {
    let sha256: [UInt8] = [
      0x30, 0x0B, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
    ]
    let list = Array(repeating: sha256, count: count).flatMap(\.self)
    let contents = try Self.receipt { $0[1] = Self.encode(BERElement.Tag.set, list) }
    #expect(Self.rejection(of: contents) == code)
  }

  @Test(arguments: [(8_000, nil), (66_000, "malformed_receipt")])
  func `a receipt has at most sixty-four kibibytes beside its payload`(
    size: Int, code: String?
  ) throws {
    // An unsigned attribute of any content is part of the signer's information.
    let type: [UInt8] = [0x06, 0x02, 0x2A, 0x03]
    let octets = Self.encode(BERElement.Tag.octetString, Array(repeating: 0, count: size))
    let attribute = Self.encode(
      BERElement.Tag.sequence, type + Self.encode(BERElement.Tag.set, octets))
    let contents = try Self.receipt { members in
      let list = try #require(members.last)
      let signer = try BERReader.only(BERReader.only(list[...]).content)
      let extended = Self.encode(signer.identifier, signer.content + Self.encode(0xA1, attribute))
      members[members.count - 1] = Self.encode(BERElement.Tag.set, extended)
    }
    #expect(Self.rejection(of: contents) == code)
  }

  /// Returns a committed receipt after the members of its signed data were edited.
  private static func receipt(edit: (inout [[UInt8]]) throws -> Void) throws -> [UInt8] {
    let contents = try #require(try FuzzCorpus.inputs(of: .receipt)["production-sha256"])
    var message = try BERReader.only(contents[...]).members(of: BERElement.Tag.sequence)
    let type = try message.next(BERElement.Tag.objectIdentifier)
    let content = try message.next(BERElement.Tag.tagged0).content
    var reader = try BERReader.only(content).members(of: BERElement.Tag.sequence)
    var members: [[UInt8]] = []
    while let member = try reader.next() { members.append(Array(member.encoded)) }
    try edit(&members)
    let data = encode(BERElement.Tag.sequence, members.flatMap(\.self))
    return encode(
      BERElement.Tag.sequence, type.encoded + encode(BERElement.Tag.tagged0, data))
  }

  private static func encode(_ identifier: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(content.count).bigEndian, Array.init)
    return [identifier, 0x84] + length + content
  }

  private static func rejection(of contents: [UInt8]) -> String? {
    let verifier = AppReceiptVerifier(roots: FuzzTarget.roots)
    do throws(ReceiptError) {
      _ = try verifier.verify(contents, now: Date(timeIntervalSince1970: 1_780_272_000))
      return nil
    } catch {
      return error.code
    }
  }

  @Test(
    arguments: [
      (256, nil), (257, .tooLarge(max: 256, of: .nameBytes)),
      (4_000_000, .tooLarge(max: 256, of: .nameBytes)),
    ]
      as [(Int, LegacyDocumentError?)])
  func `a name has at most 256 bytes`(bytes: Int, error: LegacyDocumentError?) {
    // Marks of different classes, which the comparison of strings sorts.
    let marks = String(repeating: "\u{300}\u{316}", count: bytes / 4)
    let name = String(repeating: "a", count: bytes % 4) + marks
    #expect(LegacyBody.error(of: LegacyBody.notification("\"\(name)\":1")) == error)
  }

  @Test func `the evidence of a notification with many line breaks is a notification`() throws {
    let breaks = String(repeating: #"\r\n"#, count: 1_000_000)
    let body = LegacyBody.notification(#""latest_receipt":"cmVjZWlwdA==\#(breaks)""#)
    let told = try NotificationV1(body)
    #expect(told.withoutPassword.count <= body.count)
    #expect(try NotificationV1(told.withoutPassword).messageID == told.messageID)
  }
}
