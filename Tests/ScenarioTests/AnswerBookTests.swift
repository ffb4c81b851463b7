import Testing

@testable import Drills

/// Contradictions between answers are found.
struct AnswerBookTests {
  @Test func `what was answered once is answered the same for ever`() throws {
    let body = """
      {"number":2,"kind":"spent","coin":"gem","change":-60,"balance":40,"amount":60,\
      "bookedAt":"2026-01-02T00:00:00.000Z","idempotencyKey":"sword"}
      """
    var book = AnswerBook()
    let before = book.knowledge(of: AnsweredWallet.sword)
    let rejection = Reply(status: 409, body: #"{"code":"insufficient_coins"}"#)
    try book.take(rejection, to: AnsweredWallet.sword, knowing: before)
    try book.take(Reply(status: 200, body: body), to: AnsweredWallet.sword, knowing: before)
    try book.take(Reply(status: 200, body: body), to: AnsweredWallet.sword, knowing: before)
    try book.take(rejection, to: AnsweredWallet.sword, knowing: before)
    #expect(book.booked == [AnsweredWallet.sword: AnsweredWallet.entries[1]])
    #expect(book.rejections == ["insufficient_coins": 2])
    let after = book.knowledge(of: AnsweredWallet.sword)
    for reply in [
      rejection, Reply(status: 200, body: body + " "), Reply(status: 500, body: ""),
      Reply(status: 409, body: #"{"code":"reservation_settled"}"#),
    ] {
      #expect(throws: BrokenDrill.self) {
        try book.take(reply, to: AnsweredWallet.sword, knowing: after)
      }
    }
  }

  @Test func `a reservation that was booked must be found`() throws {
    var book = AnswerBook()
    let unknown = Reply(status: 404, body: #"{"code":"reservation_not_found"}"#)
    try book.take(unknown, to: AnsweredWallet.won, knowing: book.knowledge(of: AnsweredWallet.won))
    let body = """
      {"number":3,"kind":"reserved","coin":"gem","change":-20,"balance":20,"amount":20,\
      "bookedAt":"2026-01-03T00:00:00.000Z","idempotencyKey":"auction"}
      """
    try book.take(
      Reply(status: 200, body: body), to: AnsweredWallet.auction,
      knowing: book.knowledge(of: AnsweredWallet.auction))
    let known = book.knowledge(of: AnsweredWallet.won)
    #expect(throws: BrokenDrill.self) {
      try book.take(unknown, to: AnsweredWallet.won, knowing: known)
    }
  }

  @Test func `acknowledgements, entries and ids are remembered`() throws {
    var book = AnswerBook()
    try book.take(Reply(status: 200, body: "{}"), toAcknowledging: "a1")
    try book.take(Reply(status: 200, body: "{}"), toAcknowledging: "a1")
    try book.take(AnsweredWallet.entries[1], of: "ann")
    try book.take(AnsweredWallet.listed)
    #expect(throws: BrokenDrill.self) {
      try book.take(Reply(status: 200, body: "{ }"), toAcknowledging: "a1")
    }
    #expect(throws: BrokenDrill.self) {
      try book.take(Reply(status: 409, body: "{}"), toAcknowledging: "a1")
    }
    var entry = AnsweredWallet.entries[1]
    entry.balance = 41
    #expect(throws: BrokenDrill.self) { try book.take(entry, of: "ann") }
    #expect(throws: BrokenDrill.self) { try book.take(AnsweredWallet.listed.with { $0.id = "a2" }) }
  }
}
