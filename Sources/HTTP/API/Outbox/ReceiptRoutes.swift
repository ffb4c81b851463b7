import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The routes that read the outcome of an earlier post, and resume an account's pending jobs at
/// login.
struct ReceiptRoutes: Sendable {
  private static let pendingMax = 1_000

  let service: ReadService
  let receipts: ReceiptService
  let grants: PostedGrantsReader

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/receipts/{id}", .get, use: receipt)
    router.route("/v1/accounts/{account}/resume", .post, use: resume)
  }

  @Sendable private func receipt(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    _ = try Query(request, allowing: [])
    guard let id = try context.part("id"), PlainName.fault(seeking: id) == nil,
      let submission = try await receipts.receipt(id)
    else { throw Problem.receiptNotFound }
    return try SubmissionBody.response(
      submission, try await grants.grants(of: submission), at: service)
  }

  @Sendable private func resume(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try await service.writtenAccount(
      context, try Query(request, allowing: [.app, .environment]))
    let resumption = try await receipts.resume(
      account.account, of: account.bundleID, in: account.environment)
    var bodies: [SubmissionBody] = []
    for submission in resumption.receipts {
      let granted = try await grants.grants(of: submission)
      bodies.append(SubmissionBody(submission, granted, at: service))
    }
    return try JSONAnswer.response(
      ResumeAnswer(
        account: account.account.rawValue, worked: resumption.worked,
        receipts: bodies,
        pendingGrants: try await pendingGrants(of: account),
        position: service.token(resumption.position)))
  }

  /// Returns the number of pending grants, up to a thousand.
  private func pendingGrants(of account: AccountKey) async throws -> Int {
    let names = try await service.reader.resolve(account.reference).names
    let filter = GrantFilter(
      state: .pending, accounts: Array(names), environment: account.environment,
      bundleID: account.bundleID)
    return try await service.reader.grants(filter, limit: Self.pendingMax).value.grants.count
  }
}

extension Problem {
  fileprivate static let receiptNotFound = Problem(
    .notFound, code: "receipt_not_found",
    detail: "No receipt has this id; a receipt is deleted after 30 days without a change.")
}

private struct ResumeAnswer: Encodable {
  let account: String
  let worked: Int
  let receipts: [SubmissionBody]
  let pendingGrants: Int
  let position: String
}
