import AppStoreSimulator

/// A ledger is away for four hours of a month. Some of what it missed comes by Apple's next attempts; one
/// question for Apple's history must bring the rest.
package struct OutageTrial: MonthTrial {
  private static let outage = Int64(4).hours
  /// Apple's second attempts come an hour after the first, the third twelve hours later.
  private static let pause = Int64(2).hours

  private let setting: MonthSetting

  package init(_ setting: MonthSetting) {
    self.setting = setting
  }

  package func run() async throws -> MonthReport {
    let (ledger, month) = (setting.ledger, setting.month())
    // What is said in its last hour comes with the second attempts.
    let away = await month.busiest(Self.outage - Int64(1).hours)
    return try await month.simulation.whileOpen { store in
      try await ledger.prepare(for: month, openAt: store, setting.house)
      try await ledger.whileServing {
        try await TrialGoods.publish(.game, at: 0, to: ledger.process)
        try await month.advance(to: away)
      }
      for hour in 1...4 { try await month.advance(to: away + Int64(hour).hours) }
      return try await ledger.whileServing {
        try await month.advance(to: away + Self.outage + Self.pause)
        let failed = await month.failed()
        let status = try await ledger.reconcile()
        try await month.advance(to: month.end)
        await month.simulation.deliverAll()
        return try await ledger.settle(month, failed: failed, status)
      }
    }
  }
}
