import Hummingbird
import Intake
import Logging

/// Apple's door. It asks for no key: what comes is believed by its signature alone.
struct AppleNotificationRoute: Sendable {
  private static let bodySizeMax = 1_048_576

  let intake: Intake
  let refusals: RefusalCounter

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/apple/notifications", .post, use: receive)
  }

  @Sendable private func receive(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    _ = try Query(request, allowing: [])
    let body = try await request.wholeBody(upTo: Self.bodySizeMax)
    do {
      let receipt = try await intake.receive(notification: body)
      return try JSONAnswer.response(NotificationAnswer(duplicate: receipt.duplicate))
    } catch let refusal as Refusal {
      refusals.count(refusal.code)
      context.logger.notice("notification refused", metadata: ["code": "\(refusal.code)"])
      throw refusal
    }
  }
}

private struct NotificationAnswer: Encodable {
  let recorded = true
  let duplicate: Bool
}
