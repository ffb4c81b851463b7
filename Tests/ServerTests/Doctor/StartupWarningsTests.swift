import Foundation
import Logging
import Testing

@testable import Server

struct StartupWarningsTests {
  /// Lends settings with a file of apps and a file of master keys, both for their owner only.
  private func withSettings(_ fields: String, _ body: (Settings, URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // it is in a temporary place
    let (apps, keys) = (folder.appending(path: "apps.json"), folder.appending(path: "master.keys"))
    try Data("[{\"bundleId\": \"a\"\(fields)}]".utf8).write(to: apps)
    try Data("k1".utf8).write(to: keys)
    for file in [apps, keys] { try allow(0o600, on: file) }
    let settings = try Settings(flags: [.apps: apps.path, .encryptionKeyFile: keys.path])
    try body(settings, keys)
  }

  private func allow(_ permissions: Int, on file: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  /// Returns the lines that a server logs when it starts.
  private func lines(_ settings: Settings) throws -> [[String: String]] {
    let pipe = Pipe()
    let queue = LogQueue(to: pipe.fileHandleForWriting.fileDescriptor)
    let logger = Logger(label: "test") {
      JSONLogHandler(label: $0, level: .info, queue: queue)
    }
    StartupWarnings(settings).log(to: logger)
    #expect(queue.flush(within: .seconds(10)))
    try pipe.fileHandleForWriting.close()
    let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
    return try text.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode([String: String].self, from: $0)
    }
  }

  @Test func `a master key that others may read is named with the command that closes it`() throws {
    try withSettings("") { settings, keys in
      #expect(try lines(settings) == [])
      try allow(0o644, on: keys)
      let line = try #require(try lines(settings).first)
      #expect(line["level"] == "warning")
      #expect(line["message"]?.contains(keys.path) == true)
      #expect(line["remedy"]?.contains("`chmod 600 \(keys.path)`") == true)
    }
  }

  @Test(arguments: [
    ("serverApiUrl", "http://store.example:8099", "store.example"),
    ("verifyReceiptUrl", "http://u:hidden@10.0.0.7/verifyReceipt", "10.0.0.7"),
    ("verifyReceiptUrl", "HTTP://store.example", "store.example"),
    ("serverApiUrl", "https://api.storekit.apple.com", nil),
    ("serverApiUrl", "http://127.0.0.1:8099", nil), ("serverApiUrl", "http://[::1]:8099", nil),
    ("serverApiUrl", "http://localhost:8099", nil),
    ("verifyReceiptUrl", "http://localhost.example", "localhost.example"),
    ("verifyReceiptUrl", "http://127.0.0.1.example", "127.0.0.1.example"),
  ])
  func `an address of Apple without encryption is named by its field, except on this machine`(
    field: String, url: String, host: String?
  ) throws {
    try withSettings(",\"\(field)\":\"\(url)\"") { settings, _ in
      let findings = AppleURLExamination(settings).findings()
      #expect(findings.map(\.check) == (host == nil ? [] : ["\(field) of a"]))
      let logged = try lines(settings)
      #expect(logged.count == findings.count)
      if let host { #expect(logged.first?["message"]?.contains("asked of \(host) ") == true) }
      #expect(!"\(logged)".contains("hidden"))
    }
  }

  @Test func `a root that counts for every environment is named, a bound one is not`() throws {
    let settings = try Settings(flags: [.trustRoots: "Sandbox=bound.pem,/a/unbound.pem"])
    let logged = try lines(settings)
    #expect(
      logged.map { $0["message"] } == [
        "environments of trust root /a/unbound.pem: it vouches for every environment, Production too"
      ])
    #expect(logged.first?["remedy"]?.contains("`Sandbox=/a/unbound.pem`") == true)
  }
}
