import HTTPTypes
import Hummingbird
import Intake
import Ledger

/// The JSON form of the outcome of a post.
struct SubmissionBody: Encodable {
  struct Item: Encodable {
    let index: Int
    let transactionId: Nullable<String>
    let productId: Nullable<String>
    let environment: Nullable<String>
    let account: Nullable<String>
    let state: SubmissionState
    let reason: String?
    /// The end of the cool-down, of an item that was not restored because of it.
    let coolingDownUntil: String?
    /// The owner from whom the post's restore moved the purchase.
    let movedFrom: String?
    let duplicate: Bool
    let finish: Bool
    /// True while a charge that Apple signed has no price; absent otherwise.
    let priceMissing: Bool?
    /// All grants of the transaction that a player has; null while they are due and not made yet.
    let grants: Nullable<[GrantBody]>
    /// The reason why there is no grant; absent if there are some, or while they are not made yet.
    let grantReason: NoGrantReason?

    init(_ item: Submission.Item, _ posted: PostedGrants) {
      let isSettled = item.state == .settled
      let made = isSettled ? posted.of(item.transactionID) : []
      grants = Nullable(made)
      grantReason = made?.isEmpty == true ? Self.reason(of: item, posted) : nil
      priceMissing = isSettled && posted.isPriceMissing(of: item.transactionID) ? true : nil
      index = item.index
      transactionId = Nullable(item.transactionID?.rawValue)
      productId = Nullable(item.productID?.rawValue)
      environment = Nullable(item.environment?.rawValue)
      account = Nullable(item.account?.rawValue)
      state = item.state
      reason = item.reason
      coolingDownUntil = item.coolingDownUntil?.description
      movedFrom = item.movedFrom?.rawValue
      duplicate = item.duplicate
      finish = item.finish
    }

    private static func reason(
      of item: Submission.Item, _ posted: PostedGrants
    ) -> NoGrantReason {
      switch item.state {
      case .settled: posted.reason(of: item.transactionID)
      case .pending: item.waitsForType ? .unpriced : .waiting
      case .rejected, .partial: .none
      }
    }
  }

  let id: String
  let state: SubmissionState
  let reason: String?
  let transactions: [Item]
  /// The purchases that waited under the account's name until this post.
  let environments: [EnvironmentPurchases]
  private(set) var position: String

  /// Returns the outcome, with status 202 while a part of the post is pending or its grants are late.
  static func response(
    _ submission: Submission, _ grants: PostedGrants, at service: ReadService
  ) throws -> Response {
    try JSONAnswer.response(
      SubmissionBody(submission, grants, at: service), status: status(submission, grants))
  }

  /// Returns the outcome to a later request for it, with an entity tag.
  static func response(
    _ submission: Submission, _ grants: PostedGrants, at service: ReadService,
    again request: Request
  ) throws -> Response {
    let body = SubmissionBody(submission, grants, at: service)
    var content = body
    content.position = ""
    return try TaggedAnswer.response(
      body, content: content, status: status(submission, grants), to: request)
  }

  private static func status(
    _ submission: Submission, _ grants: PostedGrants
  ) -> HTTPResponse.Status {
    submission.state == .pending || !grants.late.isEmpty ? .accepted : .ok
  }

  init(_ submission: Submission, _ grants: PostedGrants, at service: ReadService) {
    id = submission.id
    state = submission.state
    let state = submission.state == .partial ? .rejected : submission.state
    reason = submission.items.first { $0.state == state && $0.reason != nil }?.reason
    transactions = submission.items.map { Item($0, grants) }
    environments = [EnvironmentPurchases](broughtAlong: submission.brought)
    position = service.token(grants.position)
  }
}
