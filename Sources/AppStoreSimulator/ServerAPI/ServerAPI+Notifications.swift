import AppStore
import Hummingbird

/// The notification history and test notifications.
extension ServerAPI {
  private struct History: Encodable {
    let notificationHistory: [NotificationRecord]
    let hasMore: Bool
    let paginationToken: String?
  }

  func notifications(_ call: StoreCall) async throws -> Response {
    let filter = try NotificationFilter(call.fields())
    let token = try call.value("paginationToken", or: .invalidPaginationToken)
    let cursor = try Cursor("notifications", filter)
    let (now, customer) = try await simulation.withWorld { world in
      (world.now, try filter.transactionID.map { id in try world.customer(ofAny: id) })
    }
    let first = try place(token, cursor, filter, at: now)
    let page = try await simulation.notificationPage(filter, of: customer, from: first)
    return try Response(
      json: History(
        notificationHistory: page.records, hasMore: page.next != nil,
        paginationToken: page.next.map { cursor.text(Int64($0), now) }))
  }

  /// Returns the index of the notification at which the page begins.
  private func place(
    _ token: String?, _ cursor: Cursor, _ filter: NotificationFilter, at now: Int64
  ) throws(APIError) -> Int {
    guard let token else {
      guard filter.startDate >= now - NotificationFilter.keptFor else {
        throw .startDateTooFarInPast
      }
      return 0
    }
    guard let numbers = cursor.numbers(in: token), numbers.count == 2 else {
      throw .invalidPaginationToken
    }
    guard now - numbers[1] <= Int64(24).hours else { throw .paginationTokenExpired }
    return Int(numbers[0])
  }

  private struct TestRequested: Encodable { let testNotificationToken: String }

  /// Sends a test notification. Throws if there is no ledger, because Apple then has no URL to send
  /// to.
  func testNotification(_ call: StoreCall) async throws -> Response {
    guard simulation.line != nil else { throw APIError.serverNotificationURLNotFound }
    let (uuid, now) = await simulation.withWorld { ($0.tell("TEST"), $0.now) }
    return try Response(json: TestRequested(testNotificationToken: "\(uuid)_\(now)"))
  }

  func testNotificationStatus(_ call: StoreCall) async throws -> Response {
    let index = try await simulation.withWorld { world in
      guard let index = world.testNotification(named: call.id) else {
        throw APIError.invalidTestNotificationToken
      }
      let age = world.now - world.notifications[index].signedDate
      guard age <= NotificationFilter.keptFor else { throw APIError.testNotificationNotFound }
      return index
    }
    guard let record = try await simulation.notificationRecord(of: index) else {
      throw APIError.testNotificationNotFound
    }
    return try Response(json: record)
  }
}

extension World {
  fileprivate func testNotification(named token: String) -> Int? {
    notifications.lastIndex { $0.type == "TEST" && token == "\($0.uuid)_\($0.signedDate)" }
  }
}
