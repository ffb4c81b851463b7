import Foundation
import Testing

@testable import Server

struct FileExaminationTests {
  /// Lends settings whose files exist, each readable and writable by its owner only.
  private func withSettings(_ body: (Settings, (String) -> URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in a temporary place
    func file(_ name: String) -> URL { folder.appending(path: name) }
    let apps = """
      [{"bundleId": "a", "issuerId": "i", "keyId": "k", "privateKeyFile": "\(file("a.p8").path)",
        "sharedSecretFile": "\(file("a.secret").path)"}]
      """
    for name in ["master.keys", "a.p8", "a.secret", "apps.json", "root.pem"] {
      try Data((name == "apps.json" ? apps : "x").utf8).write(to: file(name))
      try allow(0o600, on: file(name))
    }
    let settings = try Settings(flags: [
      .apps: file("apps.json").path, .encryptionKeyFile: file("master.keys").path,
      .trustRoots: file("root.pem").path,
    ])
    try body(settings, file)
  }

  private func allow(_ permissions: Int, on file: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  @Test(arguments: [
    ("master.keys", 0o640, "read"), ("master.keys", 0o604, "read"), ("master.keys", 0o620, "write"),
    ("a.p8", 0o644, "read"), ("a.secret", 0o440, "read"), ("apps.json", 0o666, "write"),
    ("root.pem", 0o620, "write"), ("apps.json", 0o644, nil), ("root.pem", 0o444, nil),
    ("master.keys", 0o400, nil), ("a.p8", 0o700, nil),
  ])
  func `a file that others may read or write is named with the command that closes it`(
    name: String, permissions: Int, verb: String?
  ) throws {
    try withSettings { settings, file in
      try allow(permissions, on: file(name))
      let findings = FileExamination(settings).findings()
      #expect(findings.count == 1)
      let finding = try #require(findings.first)
      #expect((finding.verdict == .warn) == (verb != nil))
      guard let verb else { return }
      #expect(finding.check.contains(file(name).path))
      #expect(finding.found == "its group or other users may \(verb) it")
      #expect(finding.remedy?.contains("`chmod 600 \(file(name).path)`") == true)
    }
  }

  @Test func `a link to a key has the rights of the file behind it`() throws {
    try withSettings { _, file in
      try FileManager.default.createSymbolicLink(
        at: file("link"), withDestinationURL: file("master.keys"))
      let settings = try Settings(flags: [.encryptionKeyFile: file("link").path])
      #expect(FileExamination(settings).masterKey() == nil)
      try allow(0o644, on: file("master.keys"))
      #expect(FileExamination(settings).masterKey()?.verdict == .warn)
    }
  }
}
