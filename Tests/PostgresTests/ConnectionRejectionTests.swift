import Foundation
import TestSupport
import Testing

@testable import Postgres

/// The causes of connections that were not opened.
struct ConnectionRejectionTests {
  @Test(arguments: [
    (
      """
      connection to server at "127.0.0.1", port 5432 failed: FATAL:  28P01: password authentication failed \
      for user "daicho"
      LOCATION:  auth_failed, auth.c:326

      """,
      "the database refuses the password of the login (SQLSTATE 28P01: password authentication failed for "
        + "user \"daicho\")"
    ),
    (
      """
      connection to server at "10.0.0.7", port 5432 failed: Connection refused
      \tIs the server running on that host and accepting TCP/IP connections?

      """,
      "the database cannot be reached: Connection refused"
    ),
    (
      """
      connection to server on socket "/run/.s.PGSQL.5432" failed: FATAL:  57P03: the database system is \
      starting up
      LOCATION:  ProcessStartupPacket, postmaster.c:2363

      """,
      "the database is starting up or shutting down (SQLSTATE 57P03: the database system is starting up)"
    ),
    (
      """
      connection to server at "10.0.0.7", port 5432 failed: fe_sendauth: no password supplied

      """,
      "the database refuses the password of the login (SQLSTATE 28P01: fe_sendauth: no password supplied)"
    ),
    (
      """
      connection to server at "10.0.0.7", port 5432 failed: FATAL:  55000: database "game" is not currently \
      accepting connections
      LOCATION:  InitPostgres, postinit.c:1080

      """,
      "the database is not open to sessions (SQLSTATE 55000: database \"game\" is not currently accepting "
        + "connections)"
    ),
    // Two hosts: the first is silent, the second says why it refuses.
    (
      """
      connection to server at "10.0.0.7", port 5432 failed: timeout expired
      connection to server at "10.0.0.8", port 5432 failed: FATAL:  53300: sorry, too many clients already
      LOCATION:  InitProcess, proc.c:359

      """,
      "the database has no connection free (SQLSTATE 53300: sorry, too many clients already)"
    ),
  ])
  func `a text of libpq keeps its code and its first line`(text: String, sentence: String) {
    #expect(ConnectionRejection(verbose: text)?.description == sentence)
  }

  @Test(arguments: [
    "invalid integer value \"hunter2secret\" for connection option \"port\"\n",
    "",
  ])
  func `a text that may quote the address is not kept`(text: String) {
    #expect(ConnectionRejection(verbose: text) == nil)
  }

  /// A password with an `@` that is not escaped ends in the host's name.
  @Test(arguments: ["db.example", "hunter2secret@db", "hunter2\" to address: secret@db"])
  func `a host that cannot be resolved is said without its name, with a remedy`(host: String) throws
  {
    let text = "could not translate host name \"\(host)\" to address: Name or service not known\n"
    let error = PostgresError.refused(try #require(ConnectionRejection(verbose: text)))
    #expect(
      error.description
        == "the name of the database's host cannot be resolved: Name or service not known")
    #expect(error.sentence.contains("correct the host in DATABASE_URL"))
  }

  @Test func `each condition has a sentence and a remedy of its own`() {
    let all = ServerCondition.allCases
    #expect(Set(all.map(\.sentence)).count == all.count)
    #expect(Set(all.map(\.remedy)).count == all.count)
  }

  /// The condition, and a piece of the server's message, of a connection that must fail.
  private static func failure(
    _ url: String, needsWrites: Bool = false
  ) async -> (ServerCondition?, String) {
    var options = ConnectionOptions(url: url)
    options.needsWrites = needsWrites
    do {
      _ = try await Connection.open(options)
      return (nil, "opened")
    } catch {
      return (error.condition, "\(error)")
    }
  }

  @Test func `a server's refusal is known by its cause`() async throws {
    try await scratch.withScratchDatabase { pool in
      let (database, hba) = try await pool.withConnection { connection in
        try await connection.query(
          // An embedded server names its folder by a descriptor of its own.
          Statement(
            unsafeSQL: """
              select current_database()::text, replace(
                current_setting('hba_file'), '/proc/self/', format('/proc/%s/', pg_backend_pid()))
              """)
        ).decode((String, String).self)[0]
      }
      let id = UUID().uuidString.prefix(8).lowercased()
      let (secret, shut, full) = ("secret_\(id)", "shut_\(id)", "full_\(id)")
      let rules = try #require(FileManager.default.contents(atPath: hba))
      func write(_ contents: Data) async throws {
        try contents.write(to: URL(filePath: hba))
        try await pool.withConnection { try await $0.script("select pg_reload_conf()") }
      }
      try await pool.withConnection { connection in
        try await connection.script(
          """
          create role \(secret) login password 'right';
          create role \(shut) login;
          create role \(full) login connection limit 0
          """)
      }
      try await write(
        Data("local all \(secret) scram-sha-256\nlocal all \(shut) reject\n".utf8) + rules)
      for (url, condition, words) in [
        (
          try await TestServer.url(of: database, as: secret) + "&password=hunter2secret",
          ServerCondition.wrongPassword, "28P01"
        ),
        (try await TestServer.url(of: database, as: shut), .notAdmitted, "pg_hba.conf"),
        (try await TestServer.url(of: database, as: full), .tooManyConnections, "53300"),
        (try await TestServer.url(of: "nothing_\(id)"), .noSuchDatabase, "3D000"),
      ] {
        var failure = await Self.failure(url)
        // The reloaded rules hold a moment later.
        for _ in 0..<200 where failure.0 == nil {
          try await Task.sleep(for: .milliseconds(20))
          failure = await Self.failure(url)
        }
        #expect(failure.0 == condition)
        #expect(failure.1.contains(words), "\(failure.1)")
        #expect(!failure.1.contains("hunter2secret"))
      }
      try await write(rules)
      try await pool.withConnection { connection in
        try await connection.script("drop role \(secret), \(shut), \(full)")
      }
    }
  }

  @Test func `a server that takes no writes is told from one that is away`() async throws {
    try await scratch.withScratchDatabase { pool in
      let database: String = try await pool.withConnection { connection in
        try await connection.query(Statement(unsafeSQL: "select current_database()::text"))
          .decode(String.self)[0]
      }
      let url = try await TestServer.url(of: database)
      try await pool.withConnection { connection in
        try await connection.script(
          "alter database \(database) set default_transaction_read_only = on")
      }
      let failure = await Self.failure(url, needsWrites: true)
      #expect(failure.0 == .readOnly)
      #expect(failure.1 == "the database is read-only (SQLSTATE 25006)")
      #expect(await Self.failure(url).1 == "opened")
      let away = await Self.failure("postgresql:///nothing?host=/nowhere", needsWrites: true)
      #expect(away.0 == nil)
      #expect(away.1.hasPrefix("the database cannot be reached"))
    }
  }

  @Test func `a pool tells a cause once while it lasts`() {
    var state = PoolState(size: 1)
    let (one, other) = (PostgresError.unavailable, PostgresError.poolExhausted)
    let told = [one, one, other, other, one].map { state.tells($0) }
    #expect(told == [true, false, true, false, true])
    state.opened()
    let again = state.tells(one)
    #expect(again)
  }
}
