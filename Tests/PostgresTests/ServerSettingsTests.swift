import Testing

@testable import Postgres

struct ServerSettingsTests {
  private static let gigabyte: UInt64 = 1 << 30

  @Test(
    arguments: [
      (512 << 20, "shared_buffers=256MB"), (4 << 30, "shared_buffers=1024MB"),
      (24 << 30, "shared_buffers=6144MB"), (256 << 30, "shared_buffers=8192MB"),
    ] as [(UInt64, String)])
  func `a quarter of the memory is the server's, within limits`(memory: UInt64, setting: String) {
    let settings = ServerSettings(for: .ledger, memory: memory, hasLZ4: true)
    #expect(settings.words.contains(setting))
  }

  @Test(arguments: [(true, "wal_compression=lz4"), (false, "wal_compression=on")])
  func `the log is compressed as well as the server can`(hasLZ4: Bool, setting: String) {
    let settings = ServerSettings(for: .ledger, memory: 8 * Self.gigabyte, hasLZ4: hasLZ4)
    #expect(settings.words.contains(setting))
    #expect(settings.words.contains("checkpoint_timeout=30min"))
    #expect(settings.words.contains("max_wal_size=8GB"))
  }

  @Test func `only tests give up durability`() {
    let durable = ServerSettings(for: .ledger, memory: Self.gigabyte, hasLZ4: true)
    let passing = ServerSettings(for: .tests, memory: 64 * Self.gigabyte, hasLZ4: true)
    #expect(!durable.words.contains("fsync=off"))
    #expect(passing.words.contains("fsync=off"))
    #expect(passing.words.contains("shared_buffers=256MB"))
  }

  @Test func `a comparison leaves PostgreSQL as it comes`() {
    let settings = ServerSettings(for: .comparison, memory: Self.gigabyte, hasLZ4: true)
    let names = [
      "shared_buffers", "wal_compression", "checkpoint_timeout", "max_wal_size", "fsync",
    ]
    #expect(!settings.words.contains { word in names.contains { word.hasPrefix($0) } })
  }

  @Test(arguments: [ServerPurpose.ledger, .comparison, .tests])
  func `no plan is compiled`(purpose: ServerPurpose) {
    let settings = ServerSettings(for: purpose, memory: Self.gigabyte, hasLZ4: true)
    #expect(settings.words.contains("jit=off"))
  }

  @Test func `a machine has memory`() {
    #expect(ServerSettings.memory > 100 << 20)
  }
}
