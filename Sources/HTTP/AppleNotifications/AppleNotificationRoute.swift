import Hummingbird
import Intake
import Ledger

/// The route of Apple's notifications. It requires no key, because the signature proves the sender.
struct AppleNotificationRoute: Sendable {
  /// The most bytes of a body. Apple's of version 2 have about ten thousand.
  private static let bodySizeMax = 131_072

  let apps: [ConfiguredApp]
  let intake: Intake
  let rejections: RejectionCounter
  let now: @Sendable () -> Instant

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/apple/notifications", .post, use: receive)
  }

  @Sendable private func receive(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    _ = try Query(request, allowing: [])
    let body = try await WholeBody.read(
      request, upTo: intake.legacy.versionOneBytesMax ?? Self.bodySizeMax, isJSON: false)
    do {
      let receipt = try await intake.notifications.receive(notification: body)
      return try JSONAnswer.response(NotificationAnswer(duplicate: receipt.duplicate))
    } catch let rejection as Rejection {
      rejections.count(
        rejection.code, of: ClaimedApp.of(body, among: apps), isRefused: !rejection.isRetryable,
        at: now())
      throw rejection
    }
  }
}

private struct NotificationAnswer: Encodable {
  let recorded = true
  let duplicate: Bool
}
