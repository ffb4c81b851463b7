import Testing

/// The page about health names the checks that the route shows.
struct HealthPageTests {
  @Test func `the table of checks has those of the route, and no others`() throws {
    let source = try Repository.File("Sources/Server/Wiring/ReadinessChecks.swift")
    let shown = source.lines.flatMap { line in
      line.matches(of: /check\("(\w+)"/).map { String($0.1) }
    }
    let page = try Repository.File("Sources/Daicho.docc/Operation.md")
    let table = page.lines.drop { !$0.hasPrefix("| check | is ready if |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    let told = table.compactMap { line in
      line.firstMatch(of: /^\| `(\w+)` \|/).map { String($0.1) }
    }
    #expect(told.sorted() == (shown + ["draining"]).sorted())
  }
}
