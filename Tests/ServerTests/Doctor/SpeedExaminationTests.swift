import Server
import Testing

@testable import EventStore

struct SpeedExaminationTests {
  private static let gigabyte: Int64 = 1 << 30

  @Test func `the settings that PostgreSQL comes with are advised against, each with its remedy`() {
    let finding = SpeedExamination.finding(
      Inspection.Speed(
        sharedBuffers: Self.gigabyte / 8, walCompression: "off", checkpointTimeout: 300,
        maxWALSize: Self.gigabyte))
    #expect(finding.verdict == .warn)
    #expect(
      finding.remedy
        == "set in postgresql.conf, and restart PostgreSQL: "
        + "shared_buffers = a quarter of the memory (128 MB now); "
        + "wal_compression = lz4 (off now); checkpoint_timeout = 30min (5 min now); "
        + "max_wal_size = 8GB (1024 MB now)")
  }

  @Test(arguments: ["lz4", "zstd", "pglz"])
  func `the settings of the embedded PostgreSQL are in order`(compression: String) {
    let finding = SpeedExamination.finding(
      Inspection.Speed(
        sharedBuffers: 6 * Self.gigabyte, walCompression: compression, checkpointTimeout: 1_800,
        maxWALSize: 8 * Self.gigabyte))
    #expect(finding.verdict == .ok)
  }

  @Test func `one setting is named alone`() {
    let finding = SpeedExamination.finding(
      Inspection.Speed(
        sharedBuffers: 6 * Self.gigabyte, walCompression: "lz4", checkpointTimeout: 300,
        maxWALSize: 8 * Self.gigabyte))
    #expect(finding.remedy?.hasSuffix("PostgreSQL: checkpoint_timeout = 30min (5 min now)") == true)
  }
}
