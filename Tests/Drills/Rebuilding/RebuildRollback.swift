/// A switch, a rollback and another one, while events are recorded throughout.
struct RebuildRollback: Sendable {
  private static let live = """
    select generation::bigint from projection_generation
    where place = 'live' and projection = 'chains'
    """

  let setting: RebuildSetting
  let audit: RebuildAudit

  func run() async throws {
    let process = setting.process
    let old = try await process.number(Self.live)
    try await RebuildCommand.run("rebuild", "--all", "--json", of: process).checkSwitched()
    let new = try await process.number(Self.live)
    try await lead(to: new, unlike: old, after: "a switch")
    try await RebuildCommand.run("rollback", of: process)
    try await lead(to: old, unlike: new, after: "a rollback")
    try await RebuildCommand.run("rollback", of: process)
    try await lead(to: new, unlike: old, after: "the rollback of a rollback")
  }

  private func lead(to wanted: Int64, unlike other: Int64, after what: String) async throws {
    let found = try await setting.process.number(Self.live)
    guard found == wanted, found != other else {
      throw BrokenDrill("after \(what) generation \(found) is live instead of \(wanted)")
    }
    try await setting.waitForEvents()
    try await audit.check(after: what)
  }
}
