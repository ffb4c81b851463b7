import Testing

@testable import Server

/// 64 files are kept, and 33 for the sessions of the database.
struct ConnectionCapacityTests {
  @Test(arguments: [
    (1_024, nil, 927), (1_024, 500, 500), (1_024, 5_000, 927),
    (98, nil, 1), (97, nil, nil),
    (1_048_576, nil, 16_384), (1_048_576, 50_000, 50_000),
  ])
  func `files are kept for the database before connections get the rest`(
    files: Int, wanted: Int?, connections: Int?
  ) {
    #expect(
      ConnectionCapacity(openFilesMax: files, wanted: wanted, sessions: 33).connections
        == connections)
  }

  @Test(arguments: [
    (97, nil, "fail"), (1_024, nil, "warn"), (1_097, nil, "ok"), (1_024, 500, "ok"),
    (4_096, 4_000, "warn"),
  ])
  func `the doctor warns of a limit that leaves few connections, or fewer than wanted`(
    files: Int, wanted: Int?, verdict: String
  ) {
    let finding = ConnectionCapacity(openFilesMax: files, wanted: wanted, sessions: 33).finding
    #expect(finding.verdict.rawValue == verdict)
    if wanted == nil, verdict != "ok" {
      #expect(
        finding.remedy
          == "raise it with `LimitNOFILE=` in the unit of systemd, or `ulimit -n`, to 1097 or more")
    }
  }
}
