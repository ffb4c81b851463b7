import Foundation
import Hummingbird
import Intake
import NIOCore

/// Apple's door. It asks for no key: what comes is believed by its signature alone.
struct AppleNotificationRoute: Sendable {
  private static let bodySizeMax = 1_048_576

  let intake: Intake
  let refusals: RefusalCounter

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/apple/notifications", .post, use: receive)
  }

  @Sendable private func receive(_ request: Request, _ context: APIContext) async throws -> Response {
    _ = try Query(request, allowing: [])
    let body = try await request.body.collect(upTo: Self.bodySizeMax)
    let bytes = Array(body.readableBytesView)
    let receipt: NotificationReceipt
    do throws(Refusal) {
      receipt = try await intake.receive(notification: bytes)
    } catch {
      throw refused(error, bytes, context)
    }
    return try JSONAnswer.response(NotificationAnswer(duplicate: receipt.duplicate))
  }

  private func refused(_ refusal: Refusal, _ body: [UInt8], _ context: APIContext) -> Problem {
    let isV1 = refusal.kind == .unreadable && V1Shape.fits(body)
    let problem = isV1 ? V1Shape.problem : Problem(refusal)
    refusals.count(problem.code)
    context.logger.notice("notification refused", metadata: ["code": "\(problem.code)"])
    return problem
  }
}

private struct NotificationAnswer: Encodable {
  let recorded = true
  let duplicate: Bool
}

/// Apple's older notification, recognised so that the answer says what is the matter.
private struct V1Shape: Decodable {
  private enum CodingKeys: String, CodingKey { case notificationType = "notification_type" }
  let notificationType: String

  static let problem = Problem.badRequest(
    "notification_v1_not_supported",
    "This is a version 1 notification. Choose version 2 in App Store Connect for this address.")

  static func fits(_ body: [UInt8]) -> Bool {
    // Whatever does not decode is simply not this.
    (try? JSONDecoder().decode(V1Shape.self, from: Data(body))) != nil
  }
}
