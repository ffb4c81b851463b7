import AppStore
import Testing

struct Base64URLTests {
  @Test(arguments: [0, 1, 2, 3, 4, 63, 64, 255, 1_000])
  func `what is encoded decodes to itself`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
    let text = Base64URL.encode(bytes)
    #expect(Base64URL.decode(Array(text.utf8)[...]) == bytes)
    #expect(!text.contains(where: { "+/=".contains($0) }))
  }

  @Test(arguments: [("Zg", "f"), ("Zm8", "fo"), ("Zm9v", "foo"), ("", "")])
  func `the examples of RFC 4648 hold without padding`(text: String, content: String) {
    #expect(Base64URL.encode(content.utf8) == text)
    #expect(Base64URL.decode(Array(text.utf8)[...]) == Array(content.utf8))
  }

  @Test(arguments: ["Z", "Zg==", "Zh", "Zm9", "Zm+v", "Zm/v", "Zm9v\n", "Zm 9", "ZmÃ"])
  func `other writings are rejected`(text: String) {
    #expect(Base64URL.decode(Array(text.utf8)[...]) == nil)
  }
}
