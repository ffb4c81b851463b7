import Foundation
import Postgres
import Testing

@Suite(.serialized, .timeLimit(.minutes(20))) struct EmbeddedPostgresTests {
  private func withHome(
    _ name: String = "home", _ body: (URL) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "daicho-embedded-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: name))
  }

  private func process(_ options: ConnectionOptions) async throws -> Int32 {
    let connection = try await Connection.open(options)
    let setting = Statement(
      unsafeSQL: """
        select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int4
        """)
    let process: Int32 = try await connection.query(setting)[0].decode()
    await connection.close()
    return process
  }

  private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  @Test func `without a server the sentence says what to install, on any machine`() {
    let sentence = EmbeddedPostgresError.notInstalled.description
    #expect(sentence.contains("`apt-get install postgresql`") && sentence.contains("DATABASE_URL"))
    #expect(!sentence.contains("scripts/"))
  }

  @Test func `what was written is there after a stop and a start`() async throws {
    try await withHome { home in
      let server = EmbeddedPostgres(home: home, for: .tests)
      let connection = try await Connection.open(try await server.start())
      try await connection.script("create table kept (id int)")
      await connection.close()
      await server.stop()
      let again = try await Connection.open(try await server.start())
      #expect(try await again.query(Statement(unsafeSQL: "select id from kept")).isEmpty)
      await again.close()
      await server.stop()
    }
  }

  @Test func `a second user of a home shares the server and does not stop it`() async throws {
    try await withHome { home in
      let owner = EmbeddedPostgres(home: home, for: .tests)
      let guest = EmbeddedPostgres(home: home, for: .tests)
      let postmaster = try await process(try await owner.start())
      #expect(try await process(try await guest.start()) == postmaster)
      await guest.stop()
      #expect(isAlive(postmaster))
      await owner.stop()
      #expect(!isAlive(postmaster))
    }
  }

  @Test func `a guest who tends the server starts it again when its owner leaves`() async throws {
    try await withHome { home in
      let owner = EmbeddedPostgres(home: home, for: .tests)
      let guest = EmbeddedPostgres(home: home, for: .tests)
      let options = try await owner.start()
      let postmaster = try await process(try await guest.start())
      let tending = Task { await guest.tend { _ in } }
      await owner.stop()
      var successor: Int32?
      for _ in 0..<1200 where successor == nil {
        try await Task.sleep(for: .milliseconds(50))
        successor = try? await process(options)  // not there yet
      }
      #expect(successor != nil && successor != postmaster)
      tending.cancel()
      await tending.value
      await guest.stop()
    }
  }

  @Test func `two who start one home at once share one server`() async throws {
    try await withHome { home in
      let one = EmbeddedPostgres(home: home, for: .tests)
      let other = EmbeddedPostgres(home: home, for: .tests)
      async let first = one.start()
      async let second = other.start()
      let postmasters = try await [process(first), process(second)]
      #expect(Set(postmasters).count == 1)
      await one.stop()
      await other.stop()
    }
  }

  @Test func `two homes are two servers`() async throws {
    try await withHome { home in
      let one = EmbeddedPostgres(home: home, for: .tests)
      let other = EmbeddedPostgres(home: home.appending(path: "inner"), for: .tests)
      let postmasters = try await [process(one.start()), process(other.start())]
      #expect(Set(postmasters).count == 2)
      await one.stop()
      await other.stop()
    }
  }

  @Test func `a killed server is started again`() async throws {
    try await withHome { home in
      let killed = EmbeddedPostgres(home: home, for: .tests)
      let postmaster = try await process(try await killed.start())
      kill(postmaster, SIGKILL)
      let next = EmbeddedPostgres(home: home, for: .tests)
      #expect(try await process(try await next.start()) != postmaster)
      await next.stop()
      await killed.stop()
    }
  }

  @Test(arguments: ["a home with spaces", "it's a home", String(repeating: "long", count: 40)])
  func `a home may have any name`(name: String) async throws {
    try await withHome(name) { home in
      let server = EmbeddedPostgres(home: home, for: .tests)
      _ = try await process(try await server.start())
      await server.stop()
    }
  }

  @Test func `a pid file whose number is another's by now does not stop a start`() async throws {
    try await withHome { home in
      let first = EmbeddedPostgres(home: home, for: .tests)
      let killed = try await process(try await first.start())
      kill(killed, SIGKILL)
      await first.stop()
      let file = home.appending(path: "postgres/postmaster.pid")
      let lines = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      let ours = "\(ProcessInfo.processInfo.processIdentifier)"
      let text = ([ours] + lines.dropFirst().map(String.init)).joined(separator: "\n")
      try Data(text.utf8).write(to: file)
      let next = EmbeddedPostgres(home: home, for: .tests)
      _ = try await process(try await next.start())
      await next.stop()
    }
  }

  @Test func `a folder of another owner in place of ours is rejected`() async throws {
    try await withHome { home in
      try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: home.appending(path: "run"), withDestinationURL: URL(filePath: "/var/empty-of-ours"))
      await #expect(throws: EmbeddedPostgresError.self) {
        _ = try await EmbeddedPostgres(home: home, for: .tests).start()
      }
    }
  }

  @Test func `the server is out of reach of a Ctrl-C in our terminal`() async throws {
    try await withHome { home in
      let server = EmbeddedPostgres(home: home, for: .tests)
      let postmaster = try await process(try await server.start())
      #expect(getpgid(postmaster) != getpgid(0))
      await server.stop()
    }
  }
}
