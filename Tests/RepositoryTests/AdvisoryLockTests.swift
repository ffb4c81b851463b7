import Postgres
import Testing

struct AdvisoryLockTests {
  private static let home = "Sources/Postgres/AdvisoryLock.swift"
  /// The schema's files with the class of a lock in a function, which bind nothing.
  private static let functions = ["schema/baseline/06_partitions.sql"]

  private static func files() throws -> [Repository.File] {
    try Repository.files(
      in: ["Sources", "schema", "Tests"], endingIn: [".swift", ".sql", ".md"]
    ).filter { !$0.path.contains("/Fixtures/") }
  }

  @Test func `the class of a lock stands in one place`() throws {
    let classes = AdvisoryLock.allCases.map { "\($0.rawValue)" }
    for file in try Self.files() where ![[Self.home], Self.functions].joined().contains(file.path) {
      for (number, line) in file.lines.enumerated() {
        guard line.utf8.contains(where: { (48...57).contains($0) }) else { continue }
        let digits = line.filter { $0 != "_" }
        let found = classes.filter(digits.has)
        #expect(found == [], "\(file.path):\(number + 1) names the class of a lock")
      }
    }
  }

  @Test func `a statement binds the class of its lock`() throws {
    let literal = /advisory_\w+\(\s*\d/
    let found = try Self.files().filter { !Self.functions.contains($0.path) }
      .flatMap { $0.lines(matching: literal, having: ["advisory_"]) }
    #expect(found == [])
  }

  @Test func `the schema locks partitions by their class`() throws {
    for path in Self.functions {
      let lines = try Repository.File(path).lines.filter { $0.contains("advisory") }
      try #require(!lines.isEmpty, "\(path)")
      for line in lines {
        #expect(line.contains("(\(AdvisoryLock.partitions.rawValue), 0)"), "\(path): \(line)")
      }
    }
  }
}
