import Foundation
import Testing

@testable import Server

struct EnvironmentFileTests {
  /// Lends a folder whose default home has the file `env`.
  private func with(
    _ text: String, permissions: Int = 0o600, _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let home = folder.appending(path: ".daicho")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // the system clears its folder
    #expect(
      FileManager.default.createFile(
        atPath: home.appending(path: "env").path, contents: Data(text.utf8),
        attributes: [.posixPermissions: permissions]))
    try body(folder.path)
  }

  @Test func `lines are settings, quoted or not, and comments are none`() throws {
    try with("# a demo\n\nDAICHO_HOME='/tmp/my demo'\nDAICHO_HTTP_PORT=8080\n") { folder in
      let found = try EnvironmentFile.read(in: folder) { _ in nil }
      #expect(found == [.home: "/tmp/my demo", .httpPort: "8080"])
    }
  }

  @Test(arguments: [SettingKey.databaseURL, .home])
  func `a ledger that is named otherwise takes nothing of the file`(_ named: SettingKey) throws {
    try with("DAICHO_TRUST_ROOTS=Production=demo.pem\n") { folder in
      let found = try EnvironmentFile.read(in: folder) { $0 == named ? "another" : nil }
      #expect(found.isEmpty)
    }
  }

  @Test func `a folder without the file has no settings of it`() throws {
    #expect(try EnvironmentFile.read(in: "/nowhere") { _ in nil }.isEmpty)
  }

  @Test(arguments: [
    ("DAICHO_HOEM=/tmp\n", 0o600, "DAICHO_HOEM is no setting"),
    ("DAICHO_HOME=/tmp\nhome\n", 0o600, "env:2: must be NAME=value"),
    ("DAICHO_HOME=/tmp\n", 0o622, "others may write it"),
  ])
  func `a bad file is refused by its name`(text: String, mode: Int, said: String) throws {
    try with(text, permissions: mode) { folder in
      let error = #expect(throws: SettingsError.self) {
        try EnvironmentFile.read(in: folder) { _ in nil }
      }
      #expect("\(error!)".contains(said))
    }
  }
}
