import NIOHTTP1

/// An endpoint of the App Store Server API, or `verifyReceipt`.
enum ServerAPIEndpoint: Hashable, Sendable, CaseIterable {
  case history, historyV1, transaction, appTransaction, subscriptions, order, refunds, refundsV1
  case extend, extendAll, extendAllStatus
  case notifications, testNotification, testNotificationStatus
  case consumption, consumptionV1, appAccountToken, finish
  case verifyReceipt

  /// The largest accepted answer in bytes: for the Server API ten times the size of twenty JWS.
  var answerMax: Int { self == .verifyReceipt ? LegacyJSONParser.bytesMax : 4 << 20 }

  /// Apple's limit of requests per second; 50 if Apple documents none.
  var perSecond: Int {
    switch self {
    case .extendAll, .testNotification, .testNotificationStatus: 1
    case .order, .refunds, .refundsV1: 10
    case .extend: 20
    default: 50
    }
  }

  /// The method and the path, with braces in place of each id.
  var address: (method: HTTPMethod, path: String) {
    switch self {
    case .history: (.GET, "/inApps/v2/history/{}")
    case .historyV1: (.GET, "/inApps/v1/history/{}")
    case .transaction: (.GET, "/inApps/v1/transactions/{}")
    case .appTransaction: (.GET, "/inApps/v1/transactions/appTransactions/{}")
    case .subscriptions: (.GET, "/inApps/v1/subscriptions/{}")
    case .order: (.GET, "/inApps/v1/lookup/{}")
    case .refunds: (.GET, "/inApps/v2/refund/lookup/{}")
    case .refundsV1: (.GET, "/inApps/v1/refund/lookup/{}")
    case .extend: (.PUT, "/inApps/v1/subscriptions/extend/{}")
    case .extendAll: (.POST, "/inApps/v1/subscriptions/extend/mass")
    case .extendAllStatus: (.GET, "/inApps/v1/subscriptions/extend/mass/{}/{}")
    case .notifications: (.POST, "/inApps/v1/notifications/history")
    case .testNotification: (.POST, "/inApps/v1/notifications/test")
    case .testNotificationStatus: (.GET, "/inApps/v1/notifications/test/{}")
    case .consumption: (.PUT, "/inApps/v2/transactions/consumption/{}")
    case .consumptionV1: (.PUT, "/inApps/v1/transactions/consumption/{}")
    case .appAccountToken: (.PUT, "/inApps/v1/transactions/{}/appAccountToken")
    case .finish: (.POST, "/inApps/v1/transactions/{}/finish")
    case .verifyReceipt: (.POST, "/verifyReceipt")
    }
  }
}
