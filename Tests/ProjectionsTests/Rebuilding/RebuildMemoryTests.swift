import Testing

@testable import Projections

struct RebuildMemoryTests {
  /// (128 - 64) MiB / 4 lanes / 16 KiB are 1,024 events.
  @Test func `little memory makes small pages, much memory none that are longer than useful`() {
    #expect(RebuildMemory(mebibytes: 128).pageSize(lanes: 4) == 1_024)
    #expect(RebuildMemory(mebibytes: 160).pageSize(lanes: 4) == 1_536)
    #expect(RebuildMemory.standard.pageSize(lanes: 4) == 2_000)
    #expect(RebuildMemory(mebibytes: 100_000).pageSize(lanes: 4) == 2_000)
  }
}
