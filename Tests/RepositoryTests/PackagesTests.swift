import Foundation
import Testing

/// Tests of `scripts/packages`, which compares the resolved packages with the committed list.
struct PackagesTests {
  /// A package as SwiftPM and the list name it.
  private struct Package: Sendable {
    var name: String
    var version: String? = "1.2.0"
    var revision = "aa11"

    var pin: String {
      """
          {
            "identity" : "\(name)",
            "kind" : "remoteSourceControl",
            "location" : "https://packages.example/\(name).git",
            "state" : {
              "revision" : "\(revision)"\(version.map { ",\n        \"version\" : \"\($0)\"" } ?? "")
            }
          }
      """
    }
  }

  private static let list = "# name, version, revision\nalpha 1.2.0 aa11\nbeta 1.2.0 aa11\n"

  /// Runs the script on made-up files, and returns the list as the script leaves it, too.
  private func run(
    _ packages: [Package], list: String? = list, renews: Bool = false
  ) throws -> (code: Int32, output: String, list: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "packages-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // the system clears the folder too
    let (resolved, listed) = (folder.appending(path: "resolved"), folder.appending(path: "listed"))
    let pins = packages.map(\.pin).joined(separator: ",\n")
    try Data("{\n  \"pins\" : [\n\(pins)\n  ],\n  \"version\" : 3\n}\n".utf8).write(to: resolved)
    if let list { try Data(list.utf8).write(to: listed) }
    let (code, output) =
      renews
      ? try Repository.run("scripts/packages", "--renew", resolved.path, listed.path)
      : try Repository.run("scripts/packages", resolved.path, listed.path)
    // The script may leave no list at all.
    return (code, output, (try? String(contentsOf: listed, encoding: .utf8)) ?? "")
  }

  @Test func `the packages of the list pass, in any order`() throws {
    let (code, output, _) = try run([Package(name: "beta"), Package(name: "alpha")])
    #expect(code == 0, "\(output)")
    #expect(output.isEmpty)
  }

  @Test(arguments: [
    (
      [Package(name: "alpha"), Package(name: "beta", version: "1.3.0", revision: "bb22")],
      "beta: 1.3.0 bb22, in the list 1.2.0 aa11: swift package resolve beta --version 1.2.0"
    ),
    (
      [Package(name: "alpha"), Package(name: "beta", revision: "bb22")],
      "beta: 1.2.0 bb22, in the list 1.2.0 aa11: this version was changed after its release"
    ),
    (
      [Package(name: "alpha"), Package(name: "beta"), Package(name: "gamma")],
      "gamma: 1.2.0 aa11 is not in the list"
    ),
    ([Package(name: "alpha")], "beta: 1.2.0 aa11 is in the list only"),
    (
      [Package(name: "alpha"), Package(name: "beta", version: nil)],
      "beta: - aa11, in the list 1.2.0 aa11: swift package resolve beta --version 1.2.0"
    ),
  ])
  private func `a difference is named with its remedy`(
    packages: [Package], finding: String
  ) throws {
    let (code, output, _) = try run(packages)
    #expect(code != 0)
    #expect(output.contains("\n  \(finding)\n"), "\(output)")
    #expect(output.contains("`scripts/packages --renew`"))
  }

  @Test func `every difference is named at once`() throws {
    let (_, output, _) = try run([Package(name: "alpha", version: "2.0.0"), Package(name: "gamma")])
    for name in ["alpha", "beta", "gamma"] { #expect(output.contains("\n  \(name): ")) }
  }

  @Test(arguments: [list, nil])
  func `the list is renewed with the packages that are resolved, and passes`(
    before: String?
  ) throws {
    let packages = [Package(name: "delta"), Package(name: "alpha", version: "2.0.0")]
    let (code, output, list) = try run(packages, list: before, renews: true)
    #expect(code == 0, "\(output)")
    let lines = list.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines == ["alpha 2.0.0 aa11", "delta 1.2.0 aa11"])
    #expect(try run(packages, list: list).code == 0)
  }

  @Test func `nothing resolved and no list are failures that name the command`() throws {
    #expect(try run([]).output.contains("`swift package resolve`"))
    #expect(try run([]).code != 0)
    let (code, output, _) = try run([Package(name: "alpha")], list: nil)
    #expect(code != 0 && output.contains("`scripts/packages --renew`"))
  }

  @Test func `the committed list has the versions of Package.swift, and names no registry`() throws
  {
    let list = try Repository.File(".packages").lines.filter { !$0.hasPrefix("#") && !$0.isEmpty }
    let pattern = /^[a-z0-9-]+ [0-9.]+ [0-9a-f]{40}$/
    #expect(list.allSatisfy { $0.contains(pattern) })
    let dependency = /\.package\(url: ".*\/([^"\/]+)", exact: "([^"]+)"\)/
    let direct = try Repository.File("Package.swift").lines.compactMap {
      $0.firstMatch(of: dependency).map { "\($0.1) \($0.2) " }
    }
    #expect(direct.count > 5)
    for package in direct { #expect(list.contains { $0.hasPrefix(package) }, "\(package)") }
  }
}
