import Testing

struct LayoutTests {
  @Test func `the top of the repository holds what the plan names`() throws {
    let known: Set<String> = [
      ".ci", ".gitignore", ".swift-format", "CHANGELOG.md", "CONTRIBUTING.md", "Package.swift",
      "Plugins", "README.md", "docker-compose.yml", "Sources", "Tests", "schema", "scripts",
    ]
    let (code, output) = try Repository.run(
      "git", "-c", "safe.directory=*", "ls-files", "--cached", "--others", "--exclude-standard")
    try #require(code == 0, "\(output)")
    let found = Set(output.split(separator: "\n").compactMap { $0.split(separator: "/").first })
    #expect(found.subtracting(known.map { $0[...] }) == [])
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
