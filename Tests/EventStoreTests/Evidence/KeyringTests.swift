import EventStore
import Foundation
import Testing

struct KeyringTests {
  static func line(_ id: String, _ byte: UInt8, count: Int = 32) -> String {
    "\(id):\(Data(repeating: byte, count: count).base64EncodedString())"
  }

  @Test func `the first key seals and all are named in order`() throws {
    let text = "# keys\n\n  \(Self.line("2027", 2))  \r\n\t# old\r\n\(Self.line("2026", 1))"
    let keyring = try Keyring(text)
    #expect(keyring.ids == ["2027", "2026"])
    let context = SealingContext(lane: 1, stream: UUID())
    #expect(try DataKey().wrapped(by: keyring, for: context).masterKeyID == "2027")
  }

  static let faults: [(text: String, error: KeyringError)] = [
    ("", .noKey),
    ("# only this\n\n", .noKey),
    ("\n" + Data(count: 32).base64EncodedString(), .noColon(line: 2)),
    (line("", 1), .invalidID(line: 1)),
    (line("two words", 1), .invalidID(line: 1)),
    (line(String(repeating: "a", count: 65), 1), .invalidID(line: 1)),
    ("a:not base64", .invalidBase64(line: 1)),
    ("# a\na:" + String(repeating: "A", count: 43), .invalidBase64(line: 2)),
    ("a:", .wrongLength(line: 1)),
    (line("a", 1, count: 31), .wrongLength(line: 1)),
    (line("a", 1, count: 33), .wrongLength(line: 1)),
    (line("a", 1) + "\n\n" + line("a", 2), .repeatedID(line: 3, first: 1)),
    (line("a", 1) + "\n" + line("b", 1), .repeatedKey(line: 2, first: 1)),
  ]

  @Test(arguments: faults.indices)
  func `a fault is reported by its line, and never shows the key`(index: Int) {
    let (text, expected) = Self.faults[index]
    let error = #expect(throws: KeyringError.self) { try Keyring(text) }
    #expect(error == expected)
    for word in text.split(whereSeparator: { " :\n".contains($0) }) where word.count > 20 {
      #expect(error?.description.contains(word) == false)
    }
  }

  @Test func `a generated file is read and never the same`() throws {
    let text = try Keyring.generate(id: "2026-11")
    #expect(try Keyring(text).ids == ["2026-11"])
    #expect(try Keyring.generate(id: "2026-11") != text)
    #expect(throws: KeyringError.self) { try Keyring.generate(id: "no good") }
  }

  @Test func `keys show their ids and nothing else`() throws {
    let keyring = try Keyring(Self.line("2026", 0x41))
    let key = DataKey()
    var dumped = ""
    dump(keyring, to: &dumped)
    dump(key, to: &dumped)
    let shown = dumped + "\(keyring)\(key)" + String(reflecting: keyring) + String(reflecting: key)
    #expect("\(keyring)" == "Keyring(2026)" && "\(key)" == "DataKey")
    #expect(Mirror(reflecting: keyring).children.isEmpty)
    #expect(Mirror(reflecting: key).children.isEmpty)
    for secret in ["QUFB", "AAAA", "65, 65", "SymmetricKey"] {
      #expect(!shown.contains(secret), "\(shown)")
    }
  }
}
