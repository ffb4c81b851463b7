import Access
import Hummingbird
import Intake
import Ledger
import Outbox
import Projections

/// The routes that read the outcome of an earlier post, and resume an account's pending jobs at
/// login.
struct ReceiptRoutes: Sendable {
  private static let pendingMax = 1_000
  private static let bodySizeMax = 4_096

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
    let query = try Query(request, allowing: [.app, .environment, .minPosition])
    let (app, environment) = try service.narrowing(context, query, isRead: true)
    try await service.wait(query)
    guard let id = try context.part("id"), PlainName.fault(seeking: id) == nil,
      let receipt = try await receipts.receipt(id), receipt.isReadable(by: context.caller.key),
      receipt.submission.isWithin(app, environment)
    else { throw Problem.receiptNotFound }
    return try SubmissionBody.response(
      receipt.submission, try await grants.grants(of: receipt.submission), at: service,
      again: request)
  }

  @Sendable private func resume(
    _ request: Request, _ context: APIContext
  ) async throws -> Response {
    let player = try await service.writtenPlayer(
      context, try Query(request, allowing: [.app, .environment]))
    let bytes = try await WholeBody.read(request, upTo: Self.bodySizeMax)
    if !bytes.isEmpty { _ = try ResumeBody(reading: bytes) }
    let resumption = try await receipts.resume(
      player.account, of: player.bundleID, in: player.environments)
    var bodies: [SubmissionBody] = []
    for receipt in resumption.receipts where receipt.isReadable(by: context.caller.key) {
      let submission = receipt.submission
      let granted = try await grants.grants(of: submission)
      bodies.append(SubmissionBody(submission, granted, at: service))
    }
    return try JSONAnswer.response(
      ResumeAnswer(
        account: player.account.rawValue, worked: resumption.worked,
        receipts: bodies,
        pendingGrants: try await pendingGrants(of: player),
        environments: resumption.brought.map(EnvironmentPurchases.init(brought:)),
        position: service.token(resumption.position)))
  }

  /// Returns the number of pending grants, up to a thousand.
  private func pendingGrants(of player: NamedPlayer) async throws -> Int {
    var count = 0
    for account in player.keys where count < Self.pendingMax {
      let names = try await service.reader.names.resolve(account.reference).names
      let filter = GrantFilter(
        state: .pending, accounts: Array(names), environment: account.environment,
        bundleID: account.bundleID)
      let page = try await service.reader.grants.page(filter, limit: Self.pendingMax - count)
      count += page.value.grants.count
    }
    return count
  }
}

extension PostReceipt {
  /// Returns true for a key that sent the post, and for one that may read accounts and reaches
  /// the app and environment of every item. To any other key the receipt is as unknown.
  fileprivate func isReadable(by key: KeyRecord?) -> Bool {
    guard let key else { return false }
    return keyIDs.contains(key.id)
      || key.scopes.allows(.read)
        && submission.items.allSatisfy {
          key.reach.admits(app: $0.chain?.bundleID, environment: $0.environment)
        }
  }
}

extension Submission {
  /// Returns true unless each item whose app and environment are known is of another app or environment than
  /// the named ones; nil stands for all of them.
  fileprivate func isWithin(_ app: BundleID?, _ environment: StoreEnvironment?) -> Bool {
    let told = items.filter { $0.chain != nil || $0.environment != nil }
    return told.isEmpty
      || told.contains { item in
        let (itsApp, its) = (item.chain?.bundleID, item.chain?.environment ?? item.environment)
        return (app == nil || itsApp == nil || itsApp == app)
          && (environment == nil || its == environment)
      }
  }
}

extension Problem {
  fileprivate static let receiptNotFound = Problem(
    .notFound, code: "receipt_not_found",
    detail: "No receipt of this key has this id in the app and environment that the request names; "
      + "a receipt is deleted after 30 days without a change. A key that also has the scope `read` "
      + "reads the receipts of other keys.")
}

/// The body of a request to resume, whose address says all. It may be left out.
private struct ResumeBody: StrictBody {
  static let fields: [BodyField] = []
}

private struct ResumeAnswer: Encodable {
  let account: String
  let worked: Int
  let receipts: [SubmissionBody]
  let pendingGrants: Int
  let environments: [EnvironmentPurchases]
  let position: String
}
