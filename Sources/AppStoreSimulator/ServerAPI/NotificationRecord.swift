/// A notification, and how sending it went.
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

/// Twenty notifications.
struct NotificationPage: Sendable {
  static let size = 20

  let records: [NotificationRecord]
  /// The index of the first notification of the next page; nil on the last.
  let next: Int?
}

extension Simulation {
  /// - Parameters:
  ///   - customer: the only one it is about; nil if it is about all.
  ///   - first: the index of the first notification to look at.
  func notificationPage(
    _ filter: NotificationFilter, of customer: Int?, from first: Int
  ) throws -> NotificationPage {
    let count = withWorld { $0.notifications.count }
    var records: [NotificationRecord] = []
    for index in min(first, count)..<count {
      let notification = withWorld { $0.notifications[index] }
      guard filter.admits(notification, of: customer) else { continue }
      let attempts = attempts(of: index)
      guard filter.admits(attempts) else { continue }
      if records.count == NotificationPage.size {
        return NotificationPage(records: records, next: index)
      }
      records.append(NotificationRecord(try signedPayload(of: index), attempts))
    }
    return NotificationPage(records: records, next: nil)
  }

  /// Nil as long as it was not sent.
  func notificationRecord(of index: Int) throws -> NotificationRecord? {
    let attempts = attempts(of: index)
    return attempts.isEmpty ? nil : NotificationRecord(try signedPayload(of: index), attempts)
  }
}
