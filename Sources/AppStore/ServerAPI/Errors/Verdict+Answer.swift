extension ServerAPIError.Verdict {
  /// What an answer other than 2xx means for the same request.
  ///
  /// - Parameter retryAt: what `Retry-After` says.
  init(status: Int, code: APIErrorCode?, retryAt: Timestamp?) {
    if status != 401, let name = code?.name, let verdict = Self.named(name, retryAt) {
      self = verdict
    } else {
      self = Self.plain(status: status, isNumbered: code != nil, retryAt)
    }
  }

  /// Nil where the status tells as much as the name.
  private static func named(_ name: APIErrorName, _ retryAt: Timestamp?) -> Self? {
    switch name {
    case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
      .generalInternal, .generalInternalRetryable, .rateLimitExceeded, .testNotificationNotFound:
      .retry(notBefore: retryAt)
    case .appNotFound, .invalidAppIdentifier, .serverNotificationURLNotFound: .configuration
    default: nil
    }
  }

  /// Where Apple gives no number, 403 and 404 speak of the app or the address, never of what was
  /// asked about.
  private static func plain(status: Int, isNumbered: Bool, _ retryAt: Timestamp?) -> Self {
    switch status {
    case 408, 429, 500...: .retry(notBefore: retryAt)
    case 300..<400, 401: .configuration
    case 403, 404: isNumbered ? .never : .configuration
    default: .never
    }
  }
}
