import Hummingbird

/// An endpoint of the App Store Server API.
enum Endpoint: CaseIterable {
  case history, historyV1, transaction, appTransaction, subscriptions, order, refunds
  case extend, extendAll, extendAllStatus
  case notifications, testNotification, testNotificationStatus
  case consumption, consumptionV1, appAccountToken, finish

  var method: HTTPRequest.Method {
    switch self {
    case .history, .historyV1, .transaction, .appTransaction, .subscriptions, .order, .refunds,
      .extendAllStatus, .testNotificationStatus:
      .get
    case .extend, .consumption, .consumptionV1, .appAccountToken: .put
    case .extendAll, .notifications, .testNotification, .finish: .post
    }
  }

  var path: RouterPath {
    switch self {
    case .history: "/inApps/v2/history/:id"
    case .historyV1: "/inApps/v1/history/:id"
    case .transaction: "/inApps/v1/transactions/:id"
    case .appTransaction: "/inApps/v1/transactions/appTransactions/:id"
    case .subscriptions: "/inApps/v1/subscriptions/:id"
    case .order: "/inApps/v1/lookup/:id"
    case .refunds: "/inApps/v2/refund/lookup/:id"
    case .extend: "/inApps/v1/subscriptions/extend/:id"
    case .extendAll: "/inApps/v1/subscriptions/extend/mass"
    case .extendAllStatus: "/inApps/v1/subscriptions/extend/mass/:product/:id"
    case .notifications: "/inApps/v1/notifications/history"
    case .testNotification: "/inApps/v1/notifications/test"
    case .testNotificationStatus: "/inApps/v1/notifications/test/:id"
    case .consumption: "/inApps/v2/transactions/consumption/:id"
    case .consumptionV1: "/inApps/v1/transactions/consumption/:id"
    case .appAccountToken: "/inApps/v1/transactions/:id/appAccountToken"
    case .finish: "/inApps/v1/transactions/:id/finish"
    }
  }

  /// The requests that Apple allows per second; 50 where Apple names no figure.
  private var perSecond: Int {
    switch self {
    case .extendAll, .testNotification, .testNotificationStatus: 1
    case .order, .refunds: 10
    case .extend: 20
    case .history, .historyV1, .transaction, .appTransaction, .subscriptions, .extendAllStatus,
      .notifications, .consumption, .consumptionV1, .appAccountToken, .finish:
      50
    }
  }

  /// Returns the number of requests allowed per hour. Apple quotes limits per second and counts per
  /// hour. The sandbox allows a tenth.
  func hourlyLimit(percent: Int, in environment: SimulatedApp.Environment) -> Int {
    let limit = perSecond * 3_600 * percent / 100
    return environment == .sandbox ? limit / 10 : limit
  }
}
