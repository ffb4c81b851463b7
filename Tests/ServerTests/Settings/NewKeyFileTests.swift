import EventStore
import Foundation
import Testing

@testable import Server

struct NewKeyFileTests {
  /// Lends the path of a file in a new folder.
  private func withFile(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // nothing depends on it
    try body(folder.appending(path: "daicho.keys").path)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.filter { $0 != "daicho.keys" } == [], "a draft stays")
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func `a new file is its owner's, and its id a fingerprint of the key`() throws {
    try withFile { path in
      let created = try NewKeyFile(creating: path)
      #expect(try mode(path) == 0o600)
      #expect(try Keyring(text(path)).ids == created.ids)
      #expect(created.ids[0].wholeMatch(of: /k[0-9a-f]{8}/) != nil)
    }
  }

  @Test func `a file is never overwritten`() throws {
    try withFile { path in
      _ = try NewKeyFile(creating: path, id: "mine")
      let before = try text(path)
      let error = #expect(throws: WrongUsage.self) { try NewKeyFile(creating: path) }
      #expect(error?.description.contains("is not overwritten") == true)
      #expect(try text(path) == before)
    }
  }

  @Test func `a rotation puts a key first and keeps every line`() throws {
    try withFile { path in
      let old = "# ours\n\n" + (try Keyring.generate(id: "k1")) + "# the end\n"
      try Data(old.utf8).write(to: URL(filePath: path))
      #expect(try NewKeyFile(rotating: path, id: "k2").ids == ["k2", "k1"])
      #expect(try mode(path) == 0o600)
      let lines = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.filter { !$0.hasPrefix("k2:") }.joined(separator: "\n") == old)
      #expect(try NewKeyFile(rotating: path).ids.dropFirst() == ["k2", "k1"])
    }
  }

  @Test func `a rotation of a file at fault changes nothing`() throws {
    try withFile { path in
      _ = try NewKeyFile(creating: path, id: "k1")
      let before = try text(path)
      for id in ["k1", "two words", ""] {
        #expect(throws: WrongUsage.self) { try NewKeyFile(rotating: path, id: id) }
      }
      #expect(try text(path) == before)
      try Data("k1 without a colon".utf8).write(to: URL(filePath: path))
      let error = #expect(throws: WrongUsage.self) { try NewKeyFile(rotating: path) }
      #expect(error?.description.contains("line 1 has no colon") == true)
      #expect(try text(path) == "k1 without a colon")
    }
  }

  @Test func `a link to the file stays a link`() throws {
    try withFile { path in
      let target = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: target) }  // nothing depends on it
      _ = try NewKeyFile(creating: target.path, id: "k1")
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target.path)
      _ = try NewKeyFile(rotating: path, id: "k2")
      #expect(try Keyring(text(target.path)).ids == ["k2", "k1"])
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: path) == target.path)
    }
  }
}
