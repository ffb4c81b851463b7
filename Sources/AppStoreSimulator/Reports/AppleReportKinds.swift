/// A daily report of Sales and Trends. The raw value is the `reportType` of Apple's API.
package enum DailyReport: String, CaseIterable, Sendable {
  case sales = "SALES"
  /// The state of the subscriptions at the end of the day.
  case subscription = "SUBSCRIPTION"
  case subscriptionEvent = "SUBSCRIPTION_EVENT"
  case subscriber = "SUBSCRIBER"

  /// The `reportSubType` of Apple's API.
  package var subtype: String { self == .subscriber ? "DETAILED" : "SUMMARY" }

  /// The current version of the report.
  package var version: String { self == .sales ? "1_0" : "1_3" }

  func fileName(of vendor: String, on day: PacificDay) -> String {
    let name =
      switch self {
      case .sales: "S_D"
      case .subscription: "Subscription"
      case .subscriptionEvent: "Subscription_Event"
      case .subscriber: "Subscriber"
      }
    return "\(name)_\(vendor)_\(day.compact).txt.gz"
  }
}

/// A report of what was settled in a fiscal month. The raw value is the `reportType` of Apple's API.
package enum SettledReport: String, CaseIterable, Sendable {
  case financial = "FINANCIAL"
  case financeDetail = "FINANCE_DETAIL"

  /// The code of all regions, the `regionCode` of Apple's API.
  package var region: String { self == .financial ? "ZZ" : "Z1" }

  func fileName(of vendor: String, in month: SettlementMonth) -> String {
    let name = "\(vendor)_\(month.compact)_\(region).txt.gz"
    return self == .financial ? name : "FD_\(name)"
  }
}

/// A report file as Apple offers it for download.
package struct AppleReportFile: Sendable {
  package let name: String
  /// The lines of the file, in UTF-8, with an LF after each.
  package let text: String

  init(name: String, lines: [String]) {
    self.name = name
    text = lines.map { $0 + "\n" }.joined()
  }

  /// The file, compressed with gzip.
  package var bytes: [UInt8] { GzipMember.compress(Array(text.utf8)) }
}
