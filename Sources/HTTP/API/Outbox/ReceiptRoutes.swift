import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// What became of posts later, and the work a login asks for.
struct ReceiptRoutes: Sendable {
  private static let pendingMax = 1_000

  let desk: ReadingDesk
  let receipts: ReceiptDesk

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/receipts/{id}", .get, use: receipt)
    router.route("/v1/accounts/{account}/resume", .post, use: resume)
  }

  @Sendable private func receipt(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    _ = try Query(request, allowing: [])
    guard let id = try context.part("id"), PlainName.allows(id),
      let submission = try await receipts.receipt(id)
    else { throw Problem.receiptNotFound }
    return try SubmissionBody.response(submission, at: desk)
  }

  @Sendable private func resume(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let account = try desk.account(context, try Query(request, allowing: [.app, .environment]))
    let resumption = try await receipts.resume(
      account.account, of: account.bundleID, in: account.environment)
    return try JSONAnswer.response(
      ResumeAnswer(
        account: account.account.rawValue, worked: resumption.worked,
        receipts: resumption.receipts.map { SubmissionBody($0, at: desk) },
        pendingGrants: try await pendingGrants(of: account),
        position: desk.token(resumption.position)))
  }

  /// At most a thousand are counted.
  private func pendingGrants(of account: AccountKey) async throws -> Int {
    let names = try await desk.reader.resolve(account.reference).names
    let filter = GrantFilter(
      state: .pending, accounts: Array(names), environment: account.environment,
      bundleID: account.bundleID)
    return try await desk.reader.grants(filter, limit: Self.pendingMax).value.grants.count
  }
}

extension Problem {
  fileprivate static let receiptNotFound = Problem(
    .notFound, code: "receipt_not_found",
    detail: "No receipt of this id is known here; what has not changed for 30 days is forgotten.")
}

private struct ResumeAnswer: Encodable {
  let account: String
  let worked: Int
  let receipts: [SubmissionBody]
  let pendingGrants: Int
  let position: String
}
