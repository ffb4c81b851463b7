import Hummingbird

/// The routes of Apple's notifications and their delivery.
struct NotificationRoutes: Sendable {
  let simulation: Simulation

  private static let page = 1...1_000

  func add(to router: some RouterMethods) {
    router.control(
      "/control/notifications", query: ["after", "limit"],
      [.get: notifications, .post: tell])
    router.control("/control/notifications/deliver", [.post: deliver])
    router.control("/control/notifications/version", [.get: version, .put: setVersion])
  }

  private struct NotificationsBody: Encodable {
    let notifications: [ControlNotificationBody]
    /// The `after` of the next page; absent on the last page.
    let next: Int?
  }

  private struct ToldBody: Encodable {
    let notificationUUID: String
  }

  /// Returns a page of Apple's notifications in order of signing, with the attempts to send them.
  private func notifications(_ request: ControlRequest) async throws -> NotificationsBody {
    let after = try request.number("after", in: 0...Int.max, default: 0)
    let limit = try request.number("limit", in: Self.page, default: 100)
    let (page, isEnd) = await simulation.withWorld { world in
      let rest = world.notifications.indices.dropFirst(after)
      let page = rest.prefix(limit).map { ControlNotificationBody($0, in: world) }
      return (page, rest.count <= limit)
    }
    var bodies: [ControlNotificationBody] = []
    for body in page {
      bodies.append(body.with(await simulation.attempts(of: body.number - 1)))
    }
    return NotificationsBody(notifications: bodies, next: isEnd ? nil : bodies.last?.number)
  }

  private func tell(_ request: ControlRequest) async throws -> ToldBody {
    struct Body: Decodable {
      let type: String
      let subtype: String?
    }
    let body = try request.read(Body.self)
    let type = try Field.name(body.type, "type")
    let subtype = body.subtype
    if let subtype { _ = try Field.name(subtype, "subtype") }
    return ToldBody(notificationUUID: await simulation.withWorld { $0.tell(type, subtype) })
  }

  private struct VersionBody: Codable {
    let version: String
  }

  private func version(_ request: ControlRequest) async throws -> VersionBody {
    VersionBody(version: await simulation.withWorld { $0.app.notificationVersion.rawValue })
  }

  /// Sets the form of the notifications of events from now on. Earlier ones keep theirs.
  private func setVersion(_ request: ControlRequest) async throws -> VersionBody {
    let version = try Field.word(
      request.read(VersionBody.self).version, of: NotificationVersion.allCases, "version")
    if version != .version2 { _ = try simulation.requireReceipts() }
    await simulation.withWorld { $0.app.notificationVersion = version }
    return VersionBody(version: version.rawValue)
  }

  private func deliver(_ request: ControlRequest) async throws -> ClockBody {
    await simulation.deliverAll()
    return await ClockBody(of: simulation)
  }
}

/// A notification of Apple's and the attempts to send it, as JSON.
struct ControlNotificationBody: Encodable, Sendable {
  struct Attempt: Encodable, Sendable {
    let at: CustomerTruth.Moment
    /// The result as Apple's `sendAttemptResult`.
    let result: SendAttempt.Result
  }

  /// The number of the notification, counted from 1 in the order of signing.
  let number: Int
  let type: String
  let subtype: String?
  let notificationUUID: String
  let signedDate: CustomerTruth.Moment
  /// The customer's name; absent if the notification concerns no single customer.
  let customer: String?
  let transactionId: String?
  private(set) var attempts: [Attempt] = []

  init(_ index: Int, in world: World) {
    let notification = world.notifications[index]
    number = index + 1
    type = notification.type
    subtype = notification.subtype
    notificationUUID = notification.uuid
    signedDate = CustomerTruth.Moment(notification.signedDate)
    customer = notification.customer.map { world.customers[$0].name }
    transactionId = notification.transaction?.transactionId
  }

  func with(_ attempts: [SendAttempt]) -> ControlNotificationBody {
    var body = self
    body.attempts = attempts.map {
      Attempt(at: CustomerTruth.Moment($0.attemptDate), result: $0.sendAttemptResult)
    }
    return body
  }
}
