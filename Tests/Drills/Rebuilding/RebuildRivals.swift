import Foundation
import Projections

/// Two builders at once: one works, and the other says so and ends with 1.
struct RebuildRivals: Sendable {
  private static let reason = "another process rebuilds the projections now"
  /// The seconds that a throttled rebuild takes to read the log: longer than all rivals need on a busy
  /// machine. It is killed before.
  private static let reading = 300

  let setting: RebuildSetting
  let audit: RebuildAudit

  /// Returns the number of refused commands.
  func run() async throws -> Int {
    let rate = max(1, Int(try await setting.events()) / Self.reading)
    let build = ["rebuild", "--all", "--json", "--throttle", "\(rate)"]
    let first = try await RebuildCommand.start(build, of: setting.process)
    guard try await first.reach(.reading) else { throw BrokenDrill("a rebuild ended at once") }
    let others = [
      ["rebuild", "--all"], ["rebuild", "tenure"], ["switch"], ["check"], ["rollback"], ["drop"],
    ]
    for words in others {
      try await RebuildCommand.start(words, of: setting.process).end(with: 1, saying: Self.reason)
    }
    let reply = try await setting.server.client.post("/v1/projections/all/rebuild", "{}")
    guard reply.status == 409, reply.problem == "rebuild_under_way" else {
      throw BrokenDrill("a second builder was answered \(reply.status): \(reply.body)")
    }
    try await endReading(first)
    // It may have read all of the short log, so that a builder that went on would be done at once.
    try await RebuildCommand.run("drop", of: setting.process)
    try await beginTogether(build)
    try await RebuildCommand.run("rebuild", "--all", "--json", of: setting.process).checkSwitched()
    try await audit.check(after: "two builders")
    return others.count + 2
  }

  /// Starts two builders at one moment, of which exactly one works.
  private func beginTogether(_ build: [String]) async throws {
    async let one = RebuildCommand.start(build, of: setting.process)
    async let other = RebuildCommand.start(build, of: setting.process)
    let both = try await [one, other]
    let deadline = ContinuousClock.now + .seconds(Self.reading)
    while both.allSatisfy(\.isRunning) {
      guard .now < deadline else { throw BrokenDrill("two builders worked at one moment") }
      try await Task.sleep(for: .milliseconds(50))
    }
    for command in both where !command.isRunning {
      try await command.end(with: 1, saying: Self.reason)
    }
    guard let builder = both.first(where: \.isRunning), try await builder.reach(.reading) else {
      throw BrokenDrill("of two builders at one moment none worked: \(both.map(\.text))")
    }
    try await endReading(builder)
  }

  /// Kills a builder that must be reading still.
  private func endReading(_ builder: RebuildCommand) async throws {
    let died = try await builder.kill()
    guard died == .reading else {
      throw BrokenDrill("a builder was \(died?.rawValue ?? "done") beside its rivals")
    }
    try await setting.waitForKilledBuilder()
  }
}
