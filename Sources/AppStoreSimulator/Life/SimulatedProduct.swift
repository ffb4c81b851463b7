import Foundation

/// How long a period of a subscription lasts, in UTC.
package enum BillingPeriod: Sendable {
  case week, month, year

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()

  /// The end of the period that begins then; month ends are clamped. Milliseconds since 1970.
  func end(after start: Int64) -> Int64 {
    let date = Date(timeIntervalSince1970: Double(start) / 1_000)
    let end =
      switch self {
      case .week: Self.calendar.date(byAdding: .day, value: 7, to: date)
      case .month: Self.calendar.date(byAdding: .month, value: 1, to: date)
      case .year: Self.calendar.date(byAdding: .year, value: 1, to: date)
      }
    guard let end else { preconditionFailure("every date has one a period later") }
    return Int64((end.timeIntervalSince1970 * 1_000).rounded())
  }

  /// Days of access while the App Store tries to collect.
  var graceDays: Int64 { self == .week ? 6 : 16 }
}

/// A subscription on sale in the simulated shop.
struct SimulatedSubscription: Sendable, Equatable {
  static let group = "21000001"
  static let trialDays: Int64 = 7

  let productID: String
  /// 1 is the highest.
  let level: Int
  let period: BillingPeriod
  /// US dollars.
  let priceMilliunits: Int64

  static let all = [
    SimulatedSubscription(
      productID: "pro.yearly", level: 1, period: .year, priceMilliunits: 99_990),
    SimulatedSubscription(
      productID: "pro.monthly", level: 1, period: .month, priceMilliunits: 9_990),
    SimulatedSubscription(
      productID: "plus.monthly", level: 2, period: .month, priceMilliunits: 4_990),
    SimulatedSubscription(
      productID: "basic.weekly", level: 3, period: .week, priceMilliunits: 990),
  ]

  /// The nearest of a higher level of service; nil on top.
  var upgrade: SimulatedSubscription? { Self.all.last { $0.level < level } }
  /// The nearest of a lower level of service; nil at the bottom.
  var downgrade: SimulatedSubscription? { Self.all.first { $0.level > level } }
}

/// The app whose customers live through the year.
package struct SimulatedApp: Sendable {
  package let bundleID: String
  package let appAppleID: Int64

  package init(bundleID: String, appAppleID: Int64) {
    self.bundleID = bundleID
    self.appAppleID = appAppleID
  }
}
