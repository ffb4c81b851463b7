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

  init(_ submission: Submission) {
    id = submission.id
    state = submission.state
    reason = submission.items.first { $0.state == submission.state }?.reason
    transactions = submission.items.map(Item.init)
    position = submission.position.description
  }
}
