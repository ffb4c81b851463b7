import AppStoreSimulator

/// A drill in which one in five of a month's notifications is lost for good. One request for
/// Apple's history must make up for all of them.
package struct LostDrill: MonthDrill {
  private static let lostPercent = 20

  private let setting: MonthSetting

  package init(_ setting: MonthSetting) {
    self.setting = setting
  }

  package func run() async throws -> MonthReport {
    var misbehavior = Misbehavior(seed: setting.seed)
    misbehavior.notifications.lostPercent = Self.lostPercent
    let (ledger, month) = (setting.ledger, setting.month(misbehaving: misbehavior))
    return try await month.simulation.whileOpen { store in
      try await ledger.prepare(for: month, openAt: store, setting.authority)
      return try await ledger.whileServing {
        try await DrillGoods.publish(.game, at: 0, to: ledger.process)
        try await month.advance(to: month.end)
        await month.simulation.deliverAll()
        let failed = await month.failed()
        return try await ledger.settle(month, failed: failed, try await ledger.reconcile())
      }
    }
  }
}
