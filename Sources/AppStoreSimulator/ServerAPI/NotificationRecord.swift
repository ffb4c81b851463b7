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
