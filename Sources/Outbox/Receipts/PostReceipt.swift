package import Intake

/// The kept receipt of a post.
package struct PostReceipt: Sendable {
  package let submission: Submission
  /// The id of the API key that sent the post; of equal posts, that of the last one.
  package let keyID: String
}
