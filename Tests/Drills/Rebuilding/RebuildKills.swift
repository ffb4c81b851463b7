import Foundation
import Postgres
import Projections

/// Kills of rebuilds in each phase. The rebuild goes on afterwards where it was.
struct RebuildKills: Sendable {
  /// The result of the kills.
  struct Result: Sendable {
    /// The kills by the phase in which the rebuild died.
    var kills: [RebuildPhase: Int] = [:]
    /// The rebuilds that went on with events that an earlier one had read.
    var resumed = 0
    /// The rebuilds that had ended before their kill.
    var missed = 0
  }

  /// The phases that a process can die in; a generation that is ready waits without any process.
  static let phases: [RebuildPhase] = [
    .reading, .indexing, .catchingUp, .comparing, .switching,
  ]
  private static let attemptsMax = 20
  /// The seconds that a throttled rebuild takes to read the log.
  private static let reading = 6

  let setting: RebuildSetting
  let audit: RebuildAudit
  /// The kills in each phase.
  let times: Int

  func run() async throws -> Result {
    var result = Result()
    for phase in Self.phases {
      var attempts = 0
      while result.kills[phase, default: 0] < times {
        attempts += 1
        guard attempts <= Self.attemptsMax * times else {
          throw BrokenDrill("no rebuild could be killed while \(phase.rawValue)")
        }
        guard let died = try await kill(in: phase, attempts, &result) else {
          result.missed += 1
          continue
        }
        result.kills[died, default: 0] += 1
        setting.tell("killed while \(died.rawValue)")
        try await audit.check(after: "a kill while \(died.rawValue)")
      }
    }
    try await RebuildCommand.run("rebuild", "--all", "--json", of: setting.process).checkSwitched()
    try await audit.check(after: "the kills and a rebuild to the end")
    return result
  }

  /// Kills a rebuild soon after it has begun a phase. Returns the phase in which it died.
  private func kill(
    in phase: RebuildPhase, _ attempt: Int, _ result: inout Result
  ) async throws -> RebuildPhase? {
    // Every other switch is killed while a long reader keeps it waiting.
    guard phase == .switching, attempt % 2 == 1 else {
      return try await killOne(in: phase, &result)
    }
    var found = result
    let died = try await setting.process.withDatabase { reader in
      try await reader.script("begin; select count(*) from chain")
      let died = try await killOne(in: phase, &found)
      try await reader.script("rollback")
      return died
    }
    result = found
    return died
  }

  private func killOne(in phase: RebuildPhase, _ result: inout Result) async throws -> RebuildPhase?
  {
    let kept = try await setting.process.number(
      "select coalesce(sum(events), 0)::bigint from projection_rebuild")
    let rate = max(200, Int(try await setting.events()) / Self.reading)
    let throttle = phase == .reading ? ["--throttle", "\(rate)"] : []
    let command = try await RebuildCommand.start(
      ["rebuild", "--all", "--json"] + throttle, of: setting.process)
    guard try await command.reach(phase) else {
      try await command.end()
      return nil
    }
    let longest = phase == .reading ? 2_000 : 30
    try await Task.sleep(for: .milliseconds(Int.random(in: 0...longest)))
    let died = try await command.kill()
    try await setting.waitForKilledBuilder()
    if kept > 0 { result.resumed += 1 }
    guard let first = command.progress.first, first.done >= kept else {
      throw BrokenDrill("a rebuild that had read \(kept) events began again: \(command.text)")
    }
    return died
  }
}
