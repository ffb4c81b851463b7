import Testing

@testable import Server

struct CountedNounTests {
  @Test(arguments: [(0, "0 lines"), (1, "1 line"), (2, "2 lines")])
  func `a noun stands in the plural unless there is one`(count: Int, words: String) {
    #expect(count.counting("line") == words)
  }
}
