import Hummingbird
import Intake

/// The route of Apple's notifications. It requires no key, because the signature proves the sender.
struct AppleNotificationRoute: Sendable {
  /// The most bytes of a body. Apple's of version 2 have about ten thousand.
  private static let bodySizeMax = 131_072
  /// The most bytes of a body where an app accepts version 1, whose bodies hold a hundred
  /// transactions and a whole receipt of up to 5 MiB in Base64.
  private static let versionOneSizeMax = 10 * 1_048_576

  let intake: Intake
  let rejections: RejectionCounter

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/apple/notifications", .post, use: receive)
  }

  @Sendable private func receive(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    _ = try Query(request, allowing: [])
    let body = try await WholeBody.read(
      request, upTo: intake.legacy.acceptsVersionOne ? Self.versionOneSizeMax : Self.bodySizeMax)
    do {
      let receipt = try await intake.notifications.receive(notification: body)
      return try JSONAnswer.response(NotificationAnswer(duplicate: receipt.duplicate))
    } catch let rejection as Rejection {
      rejections.count(rejection.code)
      throw rejection
    }
  }
}

private struct NotificationAnswer: Encodable {
  let recorded = true
  let duplicate: Bool
}
