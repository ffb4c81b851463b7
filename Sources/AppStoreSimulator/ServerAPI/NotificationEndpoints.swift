import AppStore
import Hummingbird

/// The endpoints for the notification history and test notifications.
struct NotificationEndpoints: Sendable {
  let simulation: Simulation

  private struct History: Encodable {
    let notificationHistory: [NotificationRecord]
    let hasMore: Bool
    let paginationToken: String?
  }

  func history(_ call: StoreCall) async throws -> Response {
    let filter = try NotificationFilter(call.fields())
    let token = try call.value("paginationToken", or: .invalidPaginationToken)
    let cursor = try Cursor("notifications", filter)
    let (now, app, customer) = try await simulation.withWorld { world in
      (world.now, world.app, try filter.transactionID.map { try world.customer(ofAny: $0) })
    }
    let oldest = now - NotificationFilter.keptFor(in: app.environment)
    let first = try place(token, cursor, filter, notBefore: oldest, at: now)
    let page = try await simulation.notificationPage(filter, of: customer, from: first)
    return try Response(
      json: History(
        notificationHistory: page.records, hasMore: page.next != nil,
        paginationToken: page.next.map { cursor.text(Int64($0), now) }))
  }

  /// Returns the index of the notification at which the page begins.
  private func place(
    _ token: String?, _ cursor: Cursor, _ filter: NotificationFilter, notBefore oldest: Int64,
    at now: Int64
  ) throws(APIError) -> Int {
    guard let token else {
      guard filter.startDate >= oldest else { throw .startDateTooFarInPast }
      return 0
    }
    guard let numbers = cursor.numbers(in: token), numbers.count == 2 else {
      throw .invalidPaginationToken
    }
    guard now - numbers[1] <= Int64(24).hours else { throw .paginationTokenExpired }
    return Int(numbers[0])
  }

  private struct TestRequested: Encodable { let testNotificationToken: String }

  /// The time for which the status of a test notification is kept, in every environment.
  private static let testKeptFor = Int64(180).days

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
      guard age <= Self.testKeptFor else { throw APIError.testNotificationNotFound }
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

/// A notification with the results of the attempts to send it.
struct NotificationRecord: Encodable, Sendable {
  let signedPayload: String
  /// The result of the first attempt alone, for old clients.
  let firstSendAttemptResult: SendAttempt.Result?
  let sendAttempts: [SendAttempt]

  init(_ signedPayload: String, _ attempts: [SendAttempt]) {
    self.signedPayload = signedPayload
    firstSendAttemptResult = attempts.first?.sendAttemptResult
    sendAttempts = attempts
  }
}

/// A page of up to twenty notifications.
struct NotificationPage: Sendable {
  static let size = 20

  let records: [NotificationRecord]
  /// The index of the first notification of the next page; nil on the last page.
  let next: Int?
}

extension Simulation {
  /// Returns the page of notifications of version 2 that the filter admits. Apple keeps no history
  /// of version 1.
  /// - Parameters:
  ///   - customer: the customer to whom the page is limited; nil for all customers.
  ///   - first: the index of the first notification to consider.
  func notificationPage(
    _ filter: NotificationFilter, of customer: Int?, from first: Int
  ) throws -> NotificationPage {
    let count = withWorld { $0.notifications.count }
    var records: [NotificationRecord] = []
    for index in min(first, count)..<count {
      let notification = withWorld { $0.notifications[index] }
      guard notification.version == .version2, filter.admits(notification, of: customer) else {
        continue
      }
      let attempts = attempts(of: index)
      guard filter.admits(attempts) else { continue }
      if records.count == NotificationPage.size {
        return NotificationPage(records: records, next: index)
      }
      records.append(NotificationRecord(try signedPayload(of: index), attempts))
    }
    return NotificationPage(records: records, next: nil)
  }

  /// Returns the record of a notification; nil before the first attempt to send it.
  func notificationRecord(of index: Int) throws -> NotificationRecord? {
    let attempts = attempts(of: index)
    return attempts.isEmpty ? nil : NotificationRecord(try signedPayload(of: index), attempts)
  }
}
