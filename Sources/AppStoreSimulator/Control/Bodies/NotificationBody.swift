extension ControlAPI {
  /// A notification of Apple's and the attempts to send it, as JSON.
  struct NotificationBody: Encodable, Sendable {
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

    func with(_ attempts: [SendAttempt]) -> NotificationBody {
      var body = self
      body.attempts = attempts.map {
        Attempt(at: CustomerTruth.Moment($0.attemptDate), result: $0.sendAttemptResult)
      }
      return body
    }
  }
}
