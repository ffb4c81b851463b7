import Foundation
import Testing

/// Tests of `scripts/lint`. `scripts/check` runs the script first and skips these tests.
struct LintTests {
  @Test func `the text of the repository has no finding`() throws {
    let (code, output) = try Repository.run("scripts/lint")
    #expect(code == 0, "\(output)")
  }

  @Test(arguments: [
    ("Sources/Ledger/A.swift", "let a  = 1\n", "Sources/Ledger/A.swift:1:6"),
    ("Sources/Ledger/A.swift", "// TO" + "DO: more\n", "Sources/Ledger/A.swift:1:"),
    ("Sources/Ledger/A.swift", "let a = try" + "! b()\n", "Sources/Ledger/A.swift:1:"),
    ("Tests/ATests/A.swift", "/// Whether it is.\nlet a = true\n", "Tests/ATests/A.swift:1:"),
    ("Tests/ATests/A.swift", "\nstruct Clerk {}\n", "Tests/ATests/A.swift:2:"),
    ("Tests/ATests/A.swift", "\nstruct GrantStory {}\n", "Tests/ATests/A.swift:2:"),
    ("Tests/ATests/A.swift", "\nlet catalogue = 1\n", "Tests/ATests/A.swift:2:"),
    ("Sources/Ledger/Vault.swift", "let a = 1\n", "Sources/Ledger/Vault.swift"),
    ("Sources/Outbox/Queries/a.sql", "-- Jobs.\nselect from errand\n", "Queries/a.sql:2:"),
    ("Sources/Ledger/A.swift", "struct Beside {}\n", "Sources/Ledger/A.swift:1: Beside"),
  ])
  func `a finding is reported with its file and line`(
    path: String, content: String, finding: String
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "lint-\(UUID())")
    defer { try? FileManager.default.removeItem(at: root) }  // the system clears the folder too
    try write("", to: "Package.swift", in: root)
    for folder in ["Sources", "Tests", "schema"] {
      try write("struct Beside {}\n", to: "\(folder)/Other/Fine\(folder).swift", in: root)
    }
    try write("", to: "schema/Other/Fineschema.swift", in: root)
    #expect(try Repository.run("scripts/lint", root.path).code == 0)

    try write(content, to: path, in: root)
    let (code, output) = try Repository.run("scripts/lint", root.path)
    #expect(code != 0)
    #expect(output.contains(finding), "\(output)")
  }

  private func write(_ content: String, to path: String, in root: URL) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: file)
  }
}
