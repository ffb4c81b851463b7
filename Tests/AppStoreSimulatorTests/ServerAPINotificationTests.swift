import AppStore
import AppStoreSimulator
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

struct ServerAPINotificationTests {
  private struct Page: Decodable {
    let notificationHistory: [Record]
    let hasMore: Bool
    let paginationToken: String?
  }

  private struct Record: Decodable {
    let signedPayload: String
    let firstSendAttemptResult: String
    let sendAttempts: [SendAttempt]
  }

  private let path = "/inApps/v1/notifications"

  /// Returns a shop that loses a percentage of its notifications.
  private func shop(lossPercent: Int = 0) throws -> ServerAPIShop {
    var misbehavior = Misbehavior()
    misbehavior.notifications.lostPercent = lossPercent
    return try ServerAPIShop(misbehaving: misbehavior, telling: { _ in .success })
  }

  private func body(
    from start: Int64 = 1_704_067_200_000, to end: Int64 = 1_900_000_000_000, _ more: String = ""
  ) -> String {
    #"{"startDate":\#(start),"endDate":\#(end)\#(more)}"#
  }

  private func page(
    _ shop: ServerAPIShop, _ body: String, token: String? = nil
  ) async throws -> Page {
    let address = "\(path)/history" + (token.map { "?paginationToken=\($0)" } ?? "")
    return try await shop.ask(.post, address, body).decoded()
  }

  private func types(_ page: Page, _ shop: ServerAPIShop) async throws -> [String] {
    var types: [String] = []
    for record in page.notificationHistory {
      let payload = try await shop.verified(record.signedPayload, as: NotificationPayload.self)
      types.append(try #require(payload.notificationType?.rawValue))
    }
    return types
  }

  @Test func `what was attempted is shown as it was sent, with its attempts`() async throws {
    let shop = try shop()
    try await shop.buy(ServerAPIShop.gems)
    #expect(try await page(shop, body()).notificationHistory.isEmpty)
    await shop.simulation.deliver()
    let page = try await page(shop, body())
    #expect(!page.hasMore && page.paginationToken == nil)
    let record = try #require(page.notificationHistory.first)
    #expect(record.signedPayload == (try await shop.simulation.signedPayload(of: 0)))
    #expect(record.firstSendAttemptResult == "SUCCESS")
    #expect(record.sendAttempts.map(\.sendAttemptResult) == [.success])
  }

  @Test func `twenty come on a page, each once`() async throws {
    let shop = try shop()
    for _ in 0..<45 { try await shop.buy(ServerAPIShop.gems) }
    await shop.simulation.deliver()
    var (payloads, sizes, token) = ([String](), [Int](), String?.none)
    repeat {
      let page = try await page(shop, body(), token: token)
      payloads += page.notificationHistory.map(\.signedPayload)
      sizes.append(page.notificationHistory.count)
      #expect(page.hasMore == (page.paginationToken != nil))
      token = page.paginationToken
    } while token != nil
    #expect(sizes == [20, 20, 5] && Set(payloads).count == 45)
  }

  @Test func `a token is good for one request and for a day`() async throws {
    let shop = try shop()
    for _ in 0..<45 { try await shop.buy(ServerAPIShop.gems) }
    await shop.simulation.deliver()
    let token = try #require(await page(shop, body()).paginationToken)
    for (token, more, code) in [
      (token, #","onlyFailures":true"#, 4_000_014), ("20_1_00", "", 4_000_014),
      ("", "", 4_000_014),
    ] {
      let answer = try await shop.ask(
        .post, "\(path)/history?paginationToken=\(token)", body(more))
      #expect(try answer.errorCode == code)
    }
    await shop.advance(days: 1)
    #expect(try await page(shop, body(), token: token).notificationHistory.count == 20)
    await shop.simulation.withWorld { $0.advance(to: $0.now + 1) }
    let late = try await shop.ask(.post, "\(path)/history?paginationToken=\(token)", body())
    #expect(try late.errorCode == 4_000_017)
  }

  @Test func `notifications are chosen by time, type and customer`() async throws {
    let shop = try shop()
    try await shop.buy(ServerAPIShop.pro)
    let first = await shop.simulation.now
    try await shop.simulation.withWorld { _ = try $0.addCustomer("bob") }
    let gems = try await shop.buy(ServerAPIShop.gems, by: 1)
    try await shop.simulation.withWorld { try $0.cancel(0) }
    await shop.simulation.deliver()
    let canceled = "DID_CHANGE_RENEWAL_STATUS"
    for (body, expected) in [
      (body(), ["SUBSCRIBED", "ONE_TIME_CHARGE", canceled]), (body(to: first), ["SUBSCRIBED"]),
      (body(from: first + 1), ["ONE_TIME_CHARGE", canceled]),
      (body(#","notificationType":"SUBSCRIBED""#), ["SUBSCRIBED"]),
      (
        body(#","notificationType":"SUBSCRIBED","notificationSubtype":"INITIAL_BUY""#),
        ["SUBSCRIBED"]
      ),
      (body(#","notificationType":"SUBSCRIBED","notificationSubtype":"RESUBSCRIBE""#), []),
      (body(#","transactionId":"\#(gems)""#), ["ONE_TIME_CHARGE"]),
      (body(#","onlyFailures":true"#), []),
      (body(#","onlyFailures":false"#), ["SUBSCRIBED", "ONE_TIME_CHARGE", canceled]),
    ] as [(String, [String])] {
      let found = try await types(page(shop, body), shop)
      #expect(found == expected, "\(body)")
    }
  }

  @Test func `an undelivered notification is a failure, also while it is tried`() async throws {
    let shop = try shop(lossPercent: 100)
    try await shop.buy(ServerAPIShop.gems)
    await shop.simulation.deliver()
    let page = try await page(shop, body(#","onlyFailures":true"#))
    let record = try #require(page.notificationHistory.first)
    #expect(record.sendAttempts.map(\.sendAttemptResult) == [.noResponse])
    await shop.simulation.deliverAll()
    let later = try await self.page(shop, body(#","onlyFailures":true"#))
    #expect(later.notificationHistory.first?.sendAttempts.count == 6)
  }

  @Test func `what is not asked properly has its own number`() async throws {
    let shop = try shop()
    let now = await shop.simulation.now
    let half = Int64(180).days
    for (body, code) in [
      (#"{"endDate":5}"#, 4_000_015), (#"{"startDate":"5","endDate":6}"#, 4_000_015),
      (#"{"startDate":5}"#, 4_000_016), (body(from: 7, to: 7), 4_000_013),
      (body(from: now - half - 1), 4_000_012), (body(#","notificationType":"RENEWED""#), 4_000_018),
      (body(#","notificationSubtype":"UPGRADE""#), 4_000_018),
      (body(#","notificationType":"DID_RENEW","notificationSubtype":"UPGRADE""#), 4_000_018),
      (body(#","notificationType":"REFUND","transactionId":"1""#), 4_000_019),
      (body(#","transactionId":"x""#), 4_000_006), (body(#","transactionId":"1""#), 4_040_010),
      (body(#","onlyFailures":1"#), 4_000_000), ("", 4_000_000),
    ] {
      let answer = try await shop.ask(.post, "\(path)/history", body)
      #expect(try answer.errorCode == code, "\(body)")
    }
    #expect(try await shop.ask(.post, "\(path)/history", body(from: now - half)).status == .ok)
  }

  @Test func `a test notification is reported once it was sent, for half a year`() async throws {
    let shop = try shop()
    let answer = try await shop.ask(.post, "\(path)/test").decoded(as: [String: String].self)
    let token = try #require(answer["testNotificationToken"])
    #expect(try await shop.ask(.get, "\(path)/test/\(token)").errorCode == 4_040_008)
    await shop.simulation.deliver()
    let record = try await shop.get("\(path)/test/\(token)", as: Record.self)
    let payload = try await shop.verified(record.signedPayload, as: NotificationPayload.self)
    #expect(payload.notificationType == .test && token.hasPrefix(payload.notificationUUID ?? "?"))
    #expect(record.sendAttempts.count == 1)
    #expect(try await shop.ask(.get, "\(path)/test/\(token)0").errorCode == 4_000_020)
    await shop.advance(days: 181)
    #expect(try await shop.ask(.get, "\(path)/test/\(token)").errorCode == 4_040_008)
  }
}
