import AppStoreSimulator

/// A drill in which a ledger is away for four hours of a month. Some of the missed notifications
/// come by Apple's next attempts; one request for Apple's history must bring the rest.
package struct OutageDrill: MonthDrill {
  private static let outage = Int64(4).hours
  /// The pause after the outage. Apple's second attempts come an hour after the first, the third
  /// ones twelve hours later.
  private static let pause = Int64(2).hours

  private let setting: MonthSetting

  package init(_ setting: MonthSetting) {
    self.setting = setting
  }

  package func run() async throws -> MonthReport {
    let (ledger, month) = (setting.ledger, setting.month())
    // Notifications of the last hour come with the second attempts.
    let away = await month.busiest(Self.outage - Int64(1).hours)
    return try await month.simulation.whileOpen { store in
      try await ledger.prepare(for: month, openAt: store, setting.authority)
      try await ledger.whileServing {
        try await DrillGoods.publish(.game, at: 0, to: ledger.process)
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
