/// The consequence for a failed request.
package enum ServerAPIVerdict: Sendable, Hashable {
  /// The same request may succeed later, but not before the moment if there is one.
  case retry(notBefore: Timestamp?)
  /// The same request will never succeed.
  case never
  /// No request will succeed until a person corrects the settings here or in App Store Connect.
  case configuration
}

extension ServerAPIVerdict {
  /// Derives the verdict on the same request from an answer other than 2xx.
  ///
  /// - Parameter retryAt: the moment in `Retry-After`.
  init(status: Int, code: APIErrorCode?, retryAt: Timestamp?) {
    if status != 401, let name = code?.name, let verdict = Self.named(name, retryAt) {
      self = verdict
    } else {
      self = Self.plain(status: status, isNumbered: code != nil, retryAt)
    }
  }

  /// Returns the verdict on a named error. Returns nil if the status alone decides.
  private static func named(_ name: APIErrorName, _ retryAt: Timestamp?) -> Self? {
    switch name {
    case .accountNotFoundRetryable, .appNotFoundRetryable, .originalTransactionIDNotFoundRetryable,
      .generalInternal, .generalInternalRetryable, .rateLimitExceeded, .testNotificationNotFound:
      .retry(notBefore: retryAt)
    case .appNotFound, .invalidAppIdentifier, .serverNotificationURLNotFound: .configuration
    default: nil
    }
  }

  /// Returns the verdict on a status. Without Apple's number, 403 and 404 concern the app or the
  /// address, never the requested resource.
  private static func plain(status: Int, isNumbered: Bool, _ retryAt: Timestamp?) -> Self {
    switch status {
    case 408, 429, 500...: .retry(notBefore: retryAt)
    case 300..<400, 401: .configuration
    case 403, 404: isNumbered ? .never : .configuration
    default: .never
    }
  }
}
