import Access
import Foundation
import HTTPTypes
import Hummingbird
import Intake
import Ledger
import Outbox

/// The route by which a game posts signed transactions and the account they were bought for.
struct TransactionRoutes: Sendable {
  static let countMax = 100
  private static let bodySizeMax = 4 * 1_048_576

  let service: ReadService
  let receipts: ReceiptService
  let grants: PostedGrantsReader

  func add(to router: some RouterMethods<APIContext>) {
    router.route("/v1/transactions", .post, use: post)
  }

  @Sendable private func post(_ request: Request, _ context: APIContext) async throws -> Response {
    let (app, environment) = try service.narrowing(
      context, try Query(request, allowing: [.app, .environment]))
    let posted = try TransactionsBody(
      reading: try await WholeBody.read(request, upTo: Self.bodySizeMax))
    try posted.checkCount()
    guard let key = context.caller.key else { throw Problem.unauthorized }
    let account = try posted.account.map { try AccountID(reading: $0) }
    if let account { try await service.check(account, of: service.apps.map(\.bundleID)) }
    let submission = try await receipts.receive(
      TransactionPost(
        account: account,
        signedTransactions: posted.signedTransactions, isRestore: posted.restore ?? false,
        app: app, environment: environment, reach: key.reach), from: key.id)
    let granted = try await grants.grants(
      of: submission, within: PostedGrantsReader.patience)
    return try SubmissionBody.response(submission, granted, at: service)
  }
}

private struct TransactionsBody: StrictBody {
  let account: String?
  let signedTransactions: [String]
  let restore: Bool?

  static let fields: [BodyField] = [
    .optional("account", .string), .required("signedTransactions", .strings),
    .optional("restore", .bool),
  ]

  /// Throws a problem for none or too many transactions.
  func checkCount() throws(Problem) {
    guard (1...TransactionRoutes.countMax).contains(signedTransactions.count) else {
      throw .invalid(
        "signedTransactions", "must hold 1 to \(TransactionRoutes.countMax) transactions")
    }
  }
}
