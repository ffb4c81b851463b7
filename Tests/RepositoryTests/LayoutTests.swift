import Testing

struct LayoutTests {
  @Test func `no build product and no state of a program is committed`() throws {
    let (code, output) = try Repository.run(
      "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard")
    try #require(code == 0, "\(output)")
    #expect(output.split(separator: "\n").map(String.init).filter(Self.isProduct) == [])
  }

  @Test(arguments: [
    (".build/debug/daicho", true), (".build-release/x", true), ("Tests/.build/a", true),
    ("Package.resolved", true), (".daicho/postmaster.pid", true), (".swiftpm/a", true),
    ("Sources/Ledger/A.o", true), ("Sources/Ledger/A.swiftmodule", true), ("default.profraw", true),
    ("core", true), ("postgres.log", true), (".DS_Store", true), ("LICENSE", false),
    ("CONTRIBUTING.md", false), (".editorconfig", false), ("Sources/Ledger/Build.swift", false),
    ("Tests/IntakeTests/core/A.swift", false),
  ])
  func `a build product is recognized by its name`(path: String, isProduct: Bool) {
    #expect(Self.isProduct(path) == isProduct)
  }

  /// Returns true for a path that a build, a run or an editor leaves behind.
  private static func isProduct(_ path: String) -> Bool {
    let folders = /^(\.build.*|\.daicho|\.swiftpm|\.vscode|\.idea|DerivedData|xcuserdata)$/
    let files =
      /^(Package\.resolved|core|\.DS_Store)$|\.(o|a|so|d|swiftmodule|profraw|log|pid|tmp)$/
    let names = path.split(separator: "/")
    return names.dropLast().contains { $0.contains(folders) }
      || names.last?.contains(files) == true
  }

  @Test func `every script can be run and stops at the first error`() throws {
    for file in try Repository.files(in: ["scripts", ".ci"], endingIn: [""]) {
      #expect(file.lines.first == "#!/usr/bin/env bash", "\(file.path)")
      #expect(file.lines.contains("set -euo pipefail"), "\(file.path)")
      let (code, _) = try Repository.run("test", "-x", file.path)
      #expect(code == 0, "\(file.path) is not executable")
    }
  }
}
