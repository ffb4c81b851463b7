import NIOHTTP1

/// An endpoint of the App Store Server API, or `verifyReceipt`.
enum ServerAPIEndpoint: Hashable, Sendable, CaseIterable {
  case history, transaction, subscriptions, order, refunds, notifications, consumption, finish
  case verifyReceipt

  /// The largest accepted answer in bytes: for the Server API ten times the size of twenty JWS.
  var answerMax: Int { self == .verifyReceipt ? LegacyJSONParser.bytesMax : 4 << 20 }

  /// Apple's limit of requests per second; 50 if Apple documents none.
  var perSecond: Int {
    switch self {
    case .order, .refunds: 10
    default: 50
    }
  }

  /// The method and the path, with braces in place of each id.
  var address: (method: HTTPMethod, path: String) {
    switch self {
    case .history: (.GET, "/inApps/v2/history/{}")
    case .transaction: (.GET, "/inApps/v1/transactions/{}")
    case .subscriptions: (.GET, "/inApps/v1/subscriptions/{}")
    case .order: (.GET, "/inApps/v1/lookup/{}")
    case .refunds: (.GET, "/inApps/v2/refund/lookup/{}")
    case .notifications: (.POST, "/inApps/v1/notifications/history")
    case .consumption: (.PUT, "/inApps/v2/transactions/consumption/{}")
    case .finish: (.POST, "/inApps/v1/transactions/{}/finish")
    case .verifyReceipt: (.POST, "/verifyReceipt")
    }
  }
}
