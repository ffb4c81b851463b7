import EventStore
import Foundation
import Postgres
import Testing

@testable import Server

struct KeyringFileTests {
  private static let key = Data(repeating: 7, count: 32).base64EncodedString()

  /// Lends a new folder.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `another's database asks for a file by name`() {
    let error = #expect(throws: SettingsError.self) {
      try KeyringFile(Settings(environment: ["DATABASE_URL": "postgresql://host/database"]))
    }
    #expect("\(error!)".hasPrefix("DAICHO_ENCRYPTION_KEY_FILE is not set: name the file"))
  }

  @Test func `the embedded database's file is made once, for its owner only`() throws {
    try withFolder { folder in
      let home = folder.appending(path: "new/home")
      let settings = try Settings(environment: ["DAICHO_HOME": home.path])
      let first = try KeyringFile(settings, creating: true).keyring
      let file = home.appending(path: "encryption.keys")
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      let text = try Data(contentsOf: file)
      #expect(try KeyringFile(settings, creating: true).keyring.ids == first.ids)
      #expect(try Data(contentsOf: file) == text)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["encryption.keys"])
    }
  }

  @Test func `a file named goes before the one of our own making`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "keys")
      try Data("mine:\(Self.key)\n".utf8).write(to: file)
      let settings = try Settings(
        environment: ["DAICHO_HOME": folder.path, "DAICHO_ENCRYPTION_KEY_FILE": file.path])
      #expect(try KeyringFile(settings).keyring.ids == ["mine"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["keys"])
    }
  }

  @Test(arguments: [
    ("# mine\nk1 \(key)\n", "line 2 has no colon"),
    ("k1:\(key)\n\nk1:c2VjcmV0\n", "line 3: a key is 32 bytes"),
    ("k1:\(key)\nk2:\(key)\n", "line 2 has the key of line 1"),
    ("# Master keys\n", "there is no key: put the lines back from the copy of this file"),
  ])
  func `a malformed file is reported by name and line, never by content`(
    text: String, problem: String
  ) throws {
    try withFolder { folder in
      let file = folder.appending(path: "keys")
      try Data(text.utf8).write(to: file)
      let error = #expect(throws: SettingsError.self) {
        try KeyringFile(Settings(environment: ["DAICHO_ENCRYPTION_KEY_FILE": file.path]))
      }
      #expect("\(error!)".hasPrefix("\(file.path): \(problem)"))
      #expect(!"\(error!)".contains(Self.key) && !"\(error!)".contains("c2VjcmV0"))
    }
  }

  @Test func `a missing file is reported by its key`() throws {
    try withFolder { folder in
      let path = folder.appending(path: "none").path
      let error = #expect(throws: SettingsError.self) {
        try KeyringFile(Settings(environment: ["DAICHO_ENCRYPTION_KEY_FILE": path]))
      }
      #expect("\(error!)" == "DAICHO_ENCRYPTION_KEY_FILE names \(path), which cannot be read")
    }
  }

  @Test func `a home that is a file is reported by its key`() throws {
    try withFolder { folder in
      let file = folder.appending(path: "home")
      try Data("x".utf8).write(to: file)
      let error = #expect(throws: EmbeddedPostgresError.self) {
        try KeyringFile(Settings(environment: ["DAICHO_HOME": file.path]), creating: true)
      }
      #expect("\(error!)" == "\(file.path) cannot be written: set DAICHO_HOME to a folder of yours")
    }
  }

  @Test func `an embedded database in a file is reported by its key`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("x".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    await #expect(throws: EmbeddedPostgresError.unwritable(path: file.path)) {
      try await EmbeddedPostgres(home: file).start()
    }
  }

  @Test(arguments: [true, false])
  func `data without their keys are not opened under new ones`(creating: Bool) throws {
    try withFolder { home in
      let data = home.appending(path: "postgres")
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      try Data("15\n".utf8).write(to: data.appending(path: "PG_VERSION"))
      let settings = try Settings(environment: ["DAICHO_HOME": home.path])
      let error = #expect(throws: EmbeddedHome.Problem.self) {
        try KeyringFile(settings, creating: creating)
      }
      let file = home.appending(path: "encryption.keys").path
      #expect(error == .noKeys(file: file, data: data.path))
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["postgres"])
    }
  }
}
