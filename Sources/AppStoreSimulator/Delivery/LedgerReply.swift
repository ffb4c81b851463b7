/// The result of a request to the ledger.
package struct LedgerReply: Sendable, Equatable {
  package static let success = LedgerReply(status: 200)
  /// A reply that stands for a missing answer.
  package static let noResponse = LedgerReply(.noResponse)

  package let result: SendAttempt.Result
  /// The HTTP status; nil if there was no answer.
  package let status: Int?

  /// Creates the reply for an answer. Apple counts 200 to 206 as success.
  package init(status: Int) {
    result = (200...206).contains(status) ? .success : .unsuccessfulStatus
    self.status = status
  }

  /// Creates the reply for a missing answer, with the cause.
  package init(_ result: SendAttempt.Result) {
    self.result = result
    status = nil
  }

  var isSuccess: Bool { result == .success }

  /// True if a retry would get the same answer: a status of 400 to 499, except 408 (the ledger was
  /// slow) and 429 (the ledger is overloaded).
  var isFinal: Bool {
    guard let status else { return false }
    return (400...499).contains(status) && status != 408 && status != 429
  }
}
