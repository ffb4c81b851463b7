import AppStoreSimulator

/// Of a month's notifications one in five is lost for good; one question for Apple's history must make up
/// for all of them.
package struct LostTrial: MonthTrial {
  private static let lostPercent = 20

  private let setting: MonthSetting

  package init(_ setting: MonthSetting) {
    self.setting = setting
  }

  package func run() async throws -> MonthReport {
    var misbehaviour = Misbehaviour(seed: setting.seed)
    misbehaviour.notifications.lostPercent = Self.lostPercent
    let (ledger, month) = (setting.ledger, setting.month(misbehaving: misbehaviour))
    return try await month.simulation.whileOpen { store in
      try await ledger.prepare(for: month, openAt: store, setting.house)
      return try await ledger.whileServing {
        try await TrialGoods.publish(.game, at: 0, to: ledger.process)
        try await month.advance(to: month.end)
        await month.simulation.deliverAll()
        let failed = await month.failed()
        return try await ledger.settle(month, failed: failed, try await ledger.reconcile())
      }
    }
  }
}
