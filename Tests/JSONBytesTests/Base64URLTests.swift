import JSONBytes
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

  @Test(arguments: [(2, 4), (3, 2), (4, 0), (6, 4), (7, 2), (8, 0), (11, 2), (12, 0)])
  func `a character is judged the same at every place`(count: Int, bitsLeftOver: Int) {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    for place in 0..<count {
      for character in UInt8.min...UInt8.max {
        var text = Array(repeating: UInt8(ascii: "A"), count: count)
        text[place] = character
        let value = alphabet.firstIndex(of: character)
        let bits = place == count - 1 ? bitsLeftOver : 0
        let isValid = value.map { $0 % (1 << bits) == 0 } ?? false
        let decoded = Base64URL.decode(text[...])
        #expect((decoded != nil) == isValid, "\(character) at \(place)")
        #expect(decoded?.count ?? count * 3 / 4 == count * 3 / 4)
      }
    }
  }
}
