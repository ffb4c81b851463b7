import Foundation

/// A live generation that an earlier program built by other rules: some chains differ.
struct RebuildOtherRules: Sendable {
  private static let author = "drill"
  private static let reason = "the rows are of other rules"
  private static let chains = 5

  let setting: RebuildSetting
  let audit: RebuildAudit

  /// Returns the number of chains that were reported.
  func run() async throws -> Int {
    let process = setting.process
    let altered = try await alter()
    guard try await process.code(of: ["verify", "--projections"]) == 1 else {
      throw BrokenDrill("altered projections verify")
    }
    let refused = try await RebuildCommand.run(
      "rebuild", "--all", "--json", of: process, expecting: 1)
    guard let found = refused.outcome?.differences?.chains, refused.outcome?.switched == false,
      !found.isEmpty, altered.isSuperset(of: found.map(\.stream)),
      found.allSatisfy({ $0.tables == ["service_period"] && !$0.events.isEmpty })
    else { throw BrokenDrill("of \(altered) there differ: \(refused.text)") }
    // An event that came meanwhile has written the rows of its chain anew.
    let check = try await RebuildCommand.run("check", of: process, expecting: 1)
    guard altered.contains(where: check.text.lowercased().contains) else {
      throw BrokenDrill("of \(altered) the check tells none: \(check.text)")
    }
    try await RebuildCommand.run("switch", of: process, expecting: 1, saying: "Not switched.")
    try await RebuildCommand.run(
      "switch", "--expect-differences", Self.author, "--reason", Self.reason, "--json", of: process
    ).checkSwitched()
    let accepted = try await process.number(
      """
      select count(*) from projection_generation
      where place = 'live' and accepted_by = '\(Self.author)'
      """)
    guard accepted == 4 else { throw BrokenDrill("\(accepted) projections name who accepted them") }
    try await RebuildCommand.run(
      "rollback", of: process, expecting: 1, saying: "`--expect-differences NAME --reason WHY`")
    try await RebuildCommand.run(
      "rollback", "--expect-differences", Self.author, "--reason", Self.reason, of: process,
      expecting: 1,
      saying: "roll back with the program that built it")
    try await audit.check(after: "a change of the rules")
    return found.count
  }

  /// Changes rows of chains that ended long ago, and the number of the rules. Returns the streams.
  private func alter() async throws -> Set<String> {
    try await setting.script("update projection_generation set rules = 0 where place = 'live'")
    return Set(
      try await setting.texts(
        """
        with ended as (
          select stream from service_period group by stream order by max(sold_until) limit \(Self.chains))
        update service_period p set price = coalesce(p.price, 0) + 1
        from ended where p.stream = ended.stream
        returning p.stream::text
        """))
  }
}
