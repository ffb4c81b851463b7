import EventStore
import Foundation
import Testing

struct SealingTests {
  private let old: Keyring
  private let rotated: Keyring
  private let new: Keyring
  private let place = SealingContext(lane: 3, stream: UUID())
  private let body = Array("what Apple said".utf8)

  init() throws {
    old = try Keyring(KeyringTests.line("old", 1))
    new = try Keyring(KeyringTests.line("new", 2))
    rotated = try Keyring(
      KeyringTests.line("new", 2) + "\n" + KeyringTests.line("old", 1))
  }

  @Test func `what is sealed opens, also by the key wrapped and unwrapped`() throws {
    let key = DataKey()
    let wrapped = try key.wrapped(by: old, for: place)
    let again = try DataKey(unwrapping: wrapped, by: old, for: place)
    for body in [[], body, [UInt8](repeating: 0, count: 100_000)] {
      let sealed = try key.seal(body, for: place)
      #expect(sealed.count == body.count + 29)
      #expect(try again.open(sealed, for: place) == body)
      #expect(try again.seal(body, for: place) == sealed)
    }
  }

  @Test func `equal bodies are sealed alike under one key in one place, and nowhere else`() throws {
    let key = DataKey()
    let sealed = try key.seal(body, for: place)
    let neighbour = SealingContext(lane: 4, stream: place.stream)
    #expect(try key.seal(body, for: place) == sealed)
    #expect(try key.seal(body + [0], for: place).prefix(13) != sealed.prefix(13))
    #expect(try key.seal(body, for: neighbour) != sealed)
    #expect(try DataKey().seal(body, for: place) != sealed)
  }

  @Test func `nothing opens in another place, with another key, or changed`() throws {
    let key = DataKey()
    let sealed = try key.seal(body, for: place)
    let other = SealingContext(lane: 3, stream: UUID())
    #expect(throws: EvidenceError.notAuthentic) { try key.open(sealed, for: other) }
    #expect(throws: EvidenceError.notAuthentic) { try DataKey().open(sealed, for: place) }
    for index in sealed.indices {
      var changed = sealed
      changed[index] ^= 1
      #expect(throws: index == 0 ? EvidenceError.unknownEncoding(0) : .notAuthentic) {
        try key.open(changed, for: place)
      }
    }
    for count in 1..<sealed.count {
      #expect(throws: EvidenceError.notAuthentic) {
        try key.open(Array(sealed.prefix(count)), for: place)
      }
    }
    #expect(throws: EvidenceError.damaged) { try key.open([], for: place) }
  }

  @Test func `a wrapped key opens at its own place and with its master key only`() throws {
    let wrapped = try DataKey().wrapped(by: old, for: place)
    let other = SealingContext(lane: 3, stream: UUID())
    #expect(throws: EvidenceError.unknownMasterKey("old")) {
      try DataKey(unwrapping: wrapped, by: new, for: place)
    }
    #expect(throws: EvidenceError.notAuthentic) {
      try DataKey(unwrapping: wrapped, by: old, for: other)
    }
    let renamed = WrappedKey(masterKeyID: "new", bytes: wrapped.bytes)
    #expect(throws: EvidenceError.notAuthentic) {
      try DataKey(unwrapping: renamed, by: rotated, for: place)
    }
    #expect(throws: EvidenceError.damaged) {
      try DataKey(unwrapping: WrappedKey(masterKeyID: "old", bytes: []), by: old, for: place)
    }
  }

  @Test func `after a rotation the old master key is not needed any more`() throws {
    let key = DataKey()
    let sealed = try key.seal(body, for: place)
    let wrapped = try key.wrapped(by: old, for: place)
    let anew = try wrapped.rewrapped(by: rotated, for: place)
    #expect(anew.masterKeyID == "new")
    #expect(try anew.rewrapped(by: rotated, for: place) == anew)
    let opened = try DataKey(unwrapping: anew, by: new, for: place)
    #expect(try opened.open(sealed, for: place) == body)
    #expect(throws: EvidenceError.unknownMasterKey("old")) {
      try wrapped.rewrapped(by: new, for: place)
    }
  }

  @Test func `wrapped twice, a key does not look the same`() throws {
    let key = DataKey()
    #expect(try key.wrapped(by: old, for: place) != key.wrapped(by: old, for: place))
  }

  private static let wrapped =
    "AZlH0XXGyH3qGUCwcituVQ+P5SHNj9nExcGgqn4Zv7bASR+3BPi6hy49OEZZOu9hCsNvW3zS+dg+4JBf"
    + "GA=="
  private static let sealed =
    "AcaP9j3yjLlQ221HXog9nt3NZXE9wh3N+7PKxQe6N58aWr5DGSybufshPYA="

  @Test func `what was sealed and wrapped by the first program still opens`() throws {
    let place = SealingContext(
      lane: 258, stream: try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF")))
    let wrapped = Array(try #require(Data(base64Encoded: Self.wrapped)))
    let sealed = Array(try #require(Data(base64Encoded: Self.sealed)))
    let key = try DataKey(
      unwrapping: WrappedKey(masterKeyID: "old", bytes: wrapped), by: old, for: place)
    #expect(try key.open(sealed, for: place) == body)
    #expect(try key.seal(body, for: place) == sealed)
  }
}
