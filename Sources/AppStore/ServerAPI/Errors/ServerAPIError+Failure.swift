extension ServerAPIError {
  static func unreachable(_ host: String) -> ServerAPIError {
    ServerAPIError(
      .unreachable, message: "\(host) cannot be reached", verdict: .retry(notBefore: nil))
  }

  static func unanswered(_ host: String) -> ServerAPIError {
    ServerAPIError(
      .unanswered, message: "\(host) gave no answer", verdict: .retry(notBefore: nil))
  }

  static func unreadable(status: Int) -> ServerAPIError {
    ServerAPIError(
      .unreadable, status: status, message: "the answer is not what Apple documents",
      verdict: .retry(notBefore: nil))
  }

  static func held(by pace: String, until moment: Timestamp) -> ServerAPIError {
    ServerAPIError(
      .heldBack, message: "held back: \(pace)", verdict: .retry(notBefore: moment))
  }

  static func malformed(_ field: String) -> ServerAPIError {
    ServerAPIError(
      .malformed, message: "\(field) is empty or cannot be part of a URL", verdict: .never)
  }

  static let unsigned = ServerAPIError(
    .unsigned, message: "the private key cannot sign: name another in privateKeyFile",
    verdict: .configuration)

  static let canceled = ServerAPIError(
    .canceled, message: "cancelled", verdict: .retry(notBefore: nil))
}
