import Foundation
import Ledger
import Testing

struct PositionTokenTests {
  private let epoch = UUID(uuid: (0xAB, 1, 2, 0xEF, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))

  @Test(arguments: [
    (Position(), "ab0102ef-0"), (Position([1: 5]), "ab0102ef-1.5"),
    (Position([0: 1, 3: 7]), "ab0102ef-0.1_3.7"),
  ])
  func `a token is written and read with its epoch`(position: Position, text: String) {
    let token = PositionToken(position, in: epoch)
    #expect(token.description == text)
    #expect(PositionToken(text) == token)
    #expect(token.isOf(epoch))
    #expect(!token.isOf(UUID(uuid: (0xAB, 1, 2, 0xEE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))))
  }

  @Test(arguments: [
    "", "0", "1.5", "ab0102ef", "ab0102ef-", "ab0102e-1.5", "AB0102EF-1.5", "ab0102eg-1.5",
    "ab0102ef-1.5-1", "ab0102ef-x", "-1.5", "ab0102ef-1.5_1.6",
  ])
  func `what is no token is not read as one`(text: String) {
    #expect(PositionToken(text) == nil)
  }
}
