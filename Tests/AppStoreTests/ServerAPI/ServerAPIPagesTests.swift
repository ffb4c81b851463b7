import AppStore
import Foundation
import TestSupport
import Testing

/// The one way in which every list of Apple's is read.
struct ServerAPIPagesTests {
  private typealias Line = ScriptedApple.Line

  /// The result of reading a list to its end: the requested cursors, the number of pages, and the error.
  private struct Reading {
    let cursors: [String?]
    let pages: Int
    let error: ServerAPIError?
    let hasBegunAgain: Bool
  }

  private static func refund(_ revision: String?, more: Bool) -> Line {
    let field = revision.map { #""revision":"\#($0)","# } ?? ""
    return Line(body: #"{\#(field)"hasMore":\#(more),"signedTransactions":[]}"#)
  }

  private static func notifications(_ token: String?, more: Bool) -> Line {
    let field = token.map { #","paginationToken":"\#($0)""# } ?? ""
    return Line(body: #"{"notificationHistory":[],"hasMore":\#(more)\#(field)}"#)
  }

  private static func refusal(_ code: Int) -> Line {
    Line(status: 400, body: #"{"errorCode":\#(code),"errorMessage":"No."}"#)
  }

  private static func read<Page>(
    _ pages: ServerAPIPages<Page>, of apple: ScriptedApple
  ) async -> Reading {
    var (pages, count, error) = (pages.makeAsyncIterator(), 0, ServerAPIError?.none)
    do {
      while try await pages.next() != nil { count += 1 }
    } catch let thrown {
      error = thrown
    }
    let cursors = apple.heard.map { heard in
      heard.line.split(separator: "=").dropFirst().last.map(String.init)
    }
    return Reading(
      cursors: cursors, pages: count, error: error, hasBegunAgain: pages.hasBegunAgain)
  }

  private func readRefunds(
    after revision: String? = nil, _ lines: [Line],
    _ check: @escaping @Sendable (Reading) -> Void
  ) async throws {
    try await ScriptedApple.with(lines) { apple, url in
      let histories = try ScriptedApple.client([url]).histories
      check(
        await Self.read(
          histories.refundPages(of: "1", after: revision, in: .production), of: apple))
    }
  }

  private func readNotifications(
    after token: String? = nil, _ lines: [Line],
    _ check: @escaping @Sendable (Reading) -> Void
  ) async throws {
    try await ScriptedApple.with(lines) { apple, url in
      let notifications = try ScriptedApple.client([url]).notifications
      check(
        await Self.read(
          notifications.historyPages(.init(from: 1, to: 2), after: token, in: .production),
          of: apple))
    }
  }

  @Test func `revisions that take turns are each followed once`() async throws {
    try await readRefunds([
      Self.refund("a", more: true), Self.refund("b", more: true), Self.refund("a", more: true),
      Self.refund("b", more: true),
    ]) { reading in
      #expect(reading.cursors == [nil, "a", "b"] && reading.pages == 3)
      #expect(reading.error?.cause == .unreadable)
    }
  }

  @Test func `a token that repeats is followed once`() async throws {
    try await readNotifications([Self.notifications("t", more: true)]) { reading in
      #expect(reading.cursors == [nil, "t"] && reading.pages == 2)
      #expect(reading.error?.cause == .unreadable)
    }
  }

  @Test func `a page without its cursor is kept, and the list ends as unreadable`() async throws {
    try await readNotifications([Self.notifications(nil, more: true)]) { reading in
      #expect(reading.cursors == [nil] && reading.pages == 1)
      #expect(reading.error?.cause == .unreadable)
    }
    try await readRefunds([Self.refund(nil, more: true)]) { reading in
      #expect(reading.pages == 1 && reading.error?.cause == .unreadable)
    }
  }

  @Test func `the last page may leave out its cursor`() async throws {
    try await readRefunds([Self.refund(nil, more: false)]) { reading in
      #expect(reading.pages == 1 && reading.error == nil)
    }
  }

  @Test func `a refused revision is dropped, and the list begins again`() async throws {
    try await readRefunds(
      after: "kept",
      [
        Self.refusal(4_000_005), Self.refund("a", more: true), Self.refund("b", more: false),
      ]
    ) { reading in
      #expect(reading.cursors == ["kept", nil, "a"] && reading.pages == 2)
      #expect(reading.error == nil && reading.hasBegunAgain)
    }
  }

  @Test(arguments: [4_000_014, 4_000_017])
  func `a refused token is dropped, and the list begins again`(code: Int) async throws {
    try await readNotifications(
      after: "kept", [Self.refusal(code), Self.notifications(nil, more: false)]
    ) { reading in
      #expect(reading.cursors == ["kept", nil] && reading.pages == 1)
      #expect(reading.error == nil && reading.hasBegunAgain)
    }
  }

  @Test func `a list of which every cursor is refused begins again once`() async throws {
    try await readRefunds(
      after: "kept",
      [
        Self.refusal(4_000_005), Self.refund("a", more: true), Self.refusal(4_000_005),
      ]
    ) { reading in
      #expect(reading.cursors == ["kept", nil, "a"] && reading.pages == 1)
      #expect(reading.error?.verdict == .retry(notBefore: nil))
    }
  }

  @Test func `any other refusal ends the list`() async throws {
    try await readRefunds(after: "kept", [Self.refusal(4_000_006)]) { reading in
      #expect(reading.cursors == ["kept"] && reading.error?.is(.invalidTransactionID) == true)
    }
  }
}
