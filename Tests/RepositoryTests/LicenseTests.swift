import Testing

/// The license, the notice of what is linked, and the version, which stand in several files.
struct LicenseTests {
  private static let line = "SPDX-License-Identifier: Apache-2.0"

  @Test func `the license is the whole Apache License 2.0`() throws {
    let text = try Repository.File("LICENSE").lines
    #expect(text.contains { $0.hasSuffix("Version 2.0, January 2004") })
    #expect(text.contains { $0.contains("END OF TERMS AND CONDITIONS") })
    for section in 1...9 { #expect(text.contains { $0.hasPrefix("   \(section). ") }) }
  }

  @Test(arguments: [
    "Package.swift", "NOTICE", "SECURITY.md", "README.md", "Sources/Daicho.docc/Daicho.md",
  ])
  func `the license is named where a reader looks for it`(path: String) throws {
    #expect(try Repository.File(path).lines.contains { $0.contains(Self.line) })
  }

  @Test func `the notice has a line for each package of the build, and for no other`() throws {
    let notice = try Repository.File("NOTICE").lines.compactMap {
      $0.wholeMatch(of: /\ \ ([a-z0-9-]+) +Apache-2\.0( WITH Swift-exception)?/).map {
        String($0.1)
      }
    }
    let packages = try Repository.File(".packages").lines
      .filter { !$0.hasPrefix("#") && !$0.isEmpty }.map { String($0.prefix { $0 != " " }) }
    #expect(packages.count > 20)
    #expect(notice == packages)
  }

  @Test func `the newest release of the changelog is the version of the program`() throws {
    let home = try Repository.File("Sources/Release/ProgramVersion.swift").lines
    let versions = home.compactMap { $0.firstMatch(of: /static let text = "([0-9.]+)"/)?.1 }
    let version = try #require(versions.first)
    let releases = try Repository.File("CHANGELOG.md").lines.compactMap {
      $0.wholeMatch(of: /## ([0-9.]+) - \d{4}-\d{2}-\d{2}/)?.1
    }
    #expect(releases.first == version)
  }

  @Test func `the version is written in one Swift file`() throws {
    let files = try Repository.files(in: ["Sources"], endingIn: [".swift"])
    #expect(!files.isEmpty)
    let pattern = /"[^"]*daicho\/\d|"0\.9\.\d"/
    let writing = files.filter {
      !$0.lines(matching: pattern, having: ["daicho/", "0.9."]).isEmpty
    }
    .map(\.path)
    // The oldest program stands beside the migration that refuses older ones.
    #expect(writing == ["Sources/Release/ProgramVersion.swift"])
  }
}
