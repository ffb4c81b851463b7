import Foundation
import Testing

@testable import Postgres

/// The place of an embedded cluster's data.
@Suite(.timeLimit(.minutes(20))) struct EmbeddedHomeTests {
  /// Lends a folder that only its owner may enter.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "daicho-place-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private func makeCluster(_ data: URL) throws {
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data("15\n".utf8).write(to: data.appending(path: "PG_VERSION"))
  }

  @Test func `the data stay in a home that only its owner can reach`() async throws {
    try await withFolder { folder in
      let home = folder.appending(path: "home")
      let server = EmbeddedPostgres(home: home, for: .tests)
      let connection = try await Connection.open(try await server.start())
      try await connection.script("create table kept (id int); checkpoint")
      await connection.close()
      await server.stop()
      let data = try #require(EmbeddedPostgres.data(of: home))
      #expect(data.path == home.standardizedFileURL.appending(path: "postgres").path)
      let names = try FileManager.default.contentsOfDirectory(atPath: home.path).sorted()
      #expect(names == ["postgres", "postgres.lock", "postgres.log", "run"])
    }
  }

  @Test func `a home that was deleted begins with an empty database`() async throws {
    try await withFolder { folder in
      let home = folder.appending(path: "home")
      for _ in 1...2 {
        let server = EmbeddedPostgres(home: home, for: .tests)
        let connection = try await Connection.open(try await server.start())
        // A database that has the table would refuse this.
        try await connection.script("create table kept (id int)")
        await connection.close()
        await server.stop()
        try FileManager.default.removeItem(at: home)
      }
    }
  }

  @Test func `a start that may create nothing leaves nothing`() async throws {
    try await withFolder { folder in
      let home = folder.appending(path: "home")
      await #expect(throws: EmbeddedPostgresError.noCluster(home: home.path)) {
        try await EmbeddedPostgres(home: home).start(creating: false)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.isEmpty)
    }
  }

  @Test func `data that an earlier version kept elsewhere are found until the home has its own`()
    async throws
  {
    try await withFolder { folder in
      let (home, places) = (folder.appending(path: "home"), folder.appending(path: "places"))
      func layout() -> ClusterLayout { ClusterLayout(home: home, formerPlaces: places) }
      #expect(layout().data.path == home.appending(path: "postgres").path)
      // The name is the FNV-1a hash of the home's path, as earlier versions computed it.
      let hash = home.path.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { hash, byte in
        (hash ^ UInt64(byte)) &* 1_099_511_628_211
      }
      let name = String(hash, radix: 36)
      try makeCluster(places.appending(path: name))
      #expect(layout().data.path == places.appending(path: name).path)
      #expect(layout().socket.path == "/tmp/daicho-\(name)")
      try makeCluster(home.appending(path: "postgres"))
      #expect(layout().data.path == home.appending(path: "postgres").path)
    }
  }
}
