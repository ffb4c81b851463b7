import Foundation

/// Rebuilds that end with a switch, in turn with equal times without any, while accounts are read.
struct RebuildSlices: Sendable {
  let setting: RebuildSetting
  let audit: RebuildAudit
  let reads: AccountReads
  let times: Int

  /// Returns the mean time of a rebuild.
  func run() async throws -> Duration {
    var sum = Duration.zero
    for _ in 0..<times {
      let time = try await ContinuousClock().measure {
        try await reads.during(.rebuilding) {
          try await RebuildCommand.run("rebuild", "--all", "--json", of: setting.process)
            .checkSwitched()
        }
      }
      try await reads.during(.alone) { try await Task.sleep(for: time) }
      sum += time
    }
    try await audit.check(after: "\(times) rebuilds beside readers")
    return sum / times
  }
}
