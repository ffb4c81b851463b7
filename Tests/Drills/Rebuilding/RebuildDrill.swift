import AppStoreSimulator
package import Foundation
package import Projections

/// A drill that rebuilds the projections of a ledger at work: killed in each phase, by two builders,
/// with a full disk, under other rules, and rolled back.
///
/// Customers of a simulated store buy, and clients read accounts, throughout. Each time the answers must
/// equal the truth of the store, and the projections a replay of the log.
package struct RebuildDrill: Sendable {
  /// The result of the drill.
  package struct Report: Sendable {
    package internal(set) var events: Int64 = 0
    package internal(set) var accounts = 0
    /// The kills by the phase in which the rebuild died.
    package internal(set) var kills: [RebuildPhase: Int] = [:]
    /// The killed rebuilds that had gone on where another one was.
    package internal(set) var resumed = 0
    /// The rebuilds that had ended before their kill.
    package internal(set) var missed = 0
    /// The commands that another builder refused.
    package internal(set) var rivals = 0
    /// The chains that differed under other rules.
    package internal(set) var differing = 0
    /// The mean time of a rebuild of everything, beside readers and writers.
    package internal(set) var time = Duration.zero
    package internal(set) var reads = 0
    /// The reads that were not answered at once.
    package internal(set) var repeatedReads = 0
    /// The latencies of reads without a rebuild and beside one, in order.
    package internal(set) var alone: [Duration] = []
    package internal(set) var beside: [Duration] = []
    /// The counts that a rebuild left as they were.
    package internal(set) var unchanged = ""
  }

  /// The phases in which a rebuild is killed.
  package static let phases = RebuildKills.phases

  private let binary: URL
  private let home: URL
  private let port: Int
  private let crowd: Crowd
  private let strides: Int64
  private let kills: Int
  private let slices: Int
  private let tell: @Sendable (String) -> Void

  /// Creates a drill of the `daicho` at `binary`. The home is a folder of this drill alone.
  /// - Parameters:
  ///   - strides: the number of steps, at most twenty in a second, in which the second half of the lives
  ///     passes while the ledger is rebuilt.
  ///   - kills: the kills in each phase.
  ///   - slices: the rebuilds that are measured, each beside an equal time without.
  package init(
    binary: URL, home: URL, port: Int, crowd: Crowd, strides: Int64 = 20_000, kills: Int,
    slices: Int,
    tell: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.binary, self.home, self.port) = (binary, home, port)
    (self.crowd, self.strides, self.kills, self.slices) = (crowd, strides, kills, slices)
    self.tell = tell
  }

  package func run() async throws -> Report {
    try await RebuildSetting.whileServing(
      binary, below: home, port: port, crowd, ending: LivesDrill.yesterdaysEnd, in: strides,
      tell: tell
    ) { setting in
      try await setting.store.liveFirstHalf()
      let audit = RebuildAudit(setting: setting)
      let accounts = try await audit.check(after: "the first half of the lives")
      let events = try await setting.events()
      tell("\(events) events of \(accounts) accounts")
      let world = await setting.store.simulation.withWorld { $0 }
      let reads = setting.reads(of: AccountTruths(of: world).all(at: world.now).map(\.account))
      return try await reads.whileReading {
        try await setting.store.whileLiving { try await drill(setting, audit, reads) }
      }
    }
  }

  private func drill(
    _ setting: RebuildSetting, _ audit: RebuildAudit, _ reads: AccountReads
  ) async throws -> Report {
    var report = Report()
    report.time = try await RebuildSlices(
      setting: setting, audit: audit, reads: reads, times: slices
    ).run()
    tell("rebuilt \(slices) times beside readers")
    let kills = try await RebuildKills(setting: setting, audit: audit, times: kills).run()
    (report.kills, report.resumed, report.missed) = (kills.kills, kills.resumed, kills.missed)
    report.rivals = try await RebuildRivals(setting: setting, audit: audit).run()
    tell("\(report.rivals) other builders were refused")
    try await RebuildFullDisk(setting: setting, audit: audit).run()
    tell("the disk was full three times")
    report.differing = try await RebuildOtherRules(setting: setting, audit: audit).run()
    tell("\(report.differing) chains differed under other rules")
    try await RebuildRollback(setting: setting, audit: audit).run()
    tell("rolled back twice")
    report.unchanged = try await audit.rebuildAtRest().description
    report.accounts = try await audit.checkAtLast()
    report.events = try await setting.events()
    (report.reads, report.repeatedReads) = (reads.count, reads.repeated)
    (report.alone, report.beside) = (reads.latencies(.alone), reads.latencies(.rebuilding))
    return report
  }
}
