import Hummingbird
import Intake
import Ledger

/// What became of a post, as the contract shapes it.
struct SubmissionBody: Encodable {
  struct Item: Encodable {
    let index: Int
    let transactionId: Nullable<String>
    let productId: Nullable<String>
    let environment: Nullable<String>
    let state: SubmissionState
    let reason: String?
    let duplicate: Bool
    let finish: Bool

    init(_ item: Submission.Item) {
      index = item.index
      transactionId = Nullable(item.transactionID?.rawValue)
      productId = Nullable(item.productID?.rawValue)
      environment = Nullable(item.environment?.rawValue)
      state = item.state
      reason = item.reason
      duplicate = item.duplicate
      finish = item.finish
    }
  }

  let id: String
  let state: SubmissionState
  let reason: String?
  let transactions: [Item]
  let position: String

  /// 202 while something of it is still owed.
  static func response(_ submission: Submission, at desk: ReadingDesk) throws -> Response {
    try JSONAnswer.response(
      SubmissionBody(submission, at: desk), status: submission.state == .pending ? .accepted : .ok)
  }

  init(_ submission: Submission, at desk: ReadingDesk) {
    id = submission.id
    state = submission.state
    reason = submission.items.first { $0.state == submission.state }?.reason
    transactions = submission.items.map(Item.init)
    position = desk.token(submission.position)
  }
}
