import AppStore
import AppStoreSimulator
import Foundation
import Ledger
import TestSupport
import Testing

@testable import Server

struct TrustRootEntryTests {
  @Test(
    arguments: [
      ("root.pem", "root.pem", nil), ("Sandbox=/a/root.pem", "/a/root.pem", [.sandbox]),
      ("Sandbox+Xcode=root.pem", "root.pem", [.sandbox, .xcode]),
      ("Production=a=b.pem", "a=b.pem", [.production]), ("./a=b.pem", "./a=b.pem", nil),
      ("/keys/Stage=1/root.pem", "/keys/Stage=1/root.pem", nil),
    ] as [(String, String, Set<StoreEnvironment>?)])
  func `a root is read with its environments`(
    item: String, path: String, environments: Set<StoreEnvironment>?
  ) throws {
    let entry = try #require(
      try Settings(environment: ["DAICHO_TRUST_ROOTS": item]).trustRoots.first)
    #expect(entry.path == path)
    #expect(entry.environments == environments)
  }

  @Test(arguments: [
    "Stage=/a/root.pem", "sandbox=/a/root.pem", "=/a/root.pem", "Sandbox+=/a/root.pem",
    "Sandbox+Stage=/a/root.pem", "Sandbox=",
  ])
  func `an unknown environment is an error of the setting`(item: String) {
    let error = #expect(throws: SettingsError.self) {
      try Settings(environment: ["DAICHO_TRUST_ROOTS": "Sandbox=/b/root.pem,\(item)"])
    }
    #expect("\(error!)".hasPrefix("DAICHO_TRUST_ROOTS must name environments before `=`, such as"))
    #expect("\(error!)".contains("Production, Sandbox, Xcode, LocalTesting"))
  }

  @Test func `the roots that are trusted are bound as the setting says`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (apps, root) = (folder.appending(path: "apps.json"), folder.appending(path: "root.der"))
    try Data(#"[{"bundleId":"com.example.game"}]"#.utf8).write(to: apps)
    try Data(TestLedger.makeAuthority().rootCertificateDER).write(to: root)
    let settings = try Settings(
      flags: [.apps: apps.path, .trustRoots: "Sandbox+Xcode=\(root.path)"])
    let roots = try TrustedFiles(settings).roots
    #expect(roots.map(\.environments) == [.all, .only(["Sandbox", "Xcode"])])
  }

  @Test(
    arguments: [
      ("", "warn", "it vouches for every environment, Production too"),
      ("Xcode+Sandbox=", "ok", "Sandbox, Xcode"),
    ])
  func `the doctor warns of a root for every environment`(
    prefix: String, verdict: String, found: String
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(TestLedger.makeAuthority().rootCertificateDER).write(to: root)
    defer { try? FileManager.default.removeItem(at: root) }
    let settings = try Settings(flags: [.trustRoots: "\(prefix)\(root.path)"])
    let findings = SettingsExamination(settings, now: TestLedger.now).findings()
    let finding = try #require(findings.last)
    #expect(finding.check == "environments of trust root \(root.path)")
    #expect(finding.verdict.rawValue == verdict)
    #expect(finding.found == found)
    #expect((finding.remedy?.contains("`Sandbox=\(root.path)`") ?? false) == (verdict == "warn"))
  }
}
