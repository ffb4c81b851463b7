import EventStore
import Foundation
import Ledger
import Logging
import Release
import Schema
import TestSupport
import Testing

@testable import EventProcessing
@testable import Server

struct ServerExaminationTests {
  private static let examination = ServerExamination(version: "0.9.0 (5f3c2a1)", rules: 6)

  private static func server(
    _ host: String, version: String = "0.9.0", commit: String = "5f3c2a1", rules: Int32 = 6,
    isAlive: Bool = true
  ) -> RunningServer {
    RunningServer(
      sheet: ServerSheet(
        id: UUID(), host: host, process: 7, version: version, commit: commit, schema: 99,
        rules: rules, parts: ["http"]),
      epoch: UUID(), startedAt: TestLedger.now, seenAt: TestLedger.now, isAlive: isAlive)
  }

  @Test func `servers of this program are in order, and so is a ledger without one`() {
    let none = Self.examination.finding([])
    #expect(none.verdict == .ok && none.found == "none runs")
    let two = Self.examination.finding([Self.server("a"), Self.server("b")])
    #expect(two.verdict == .ok && two.found == "2 of this version and its rules")
  }

  @Test func `a server of another version, build or other rules is named`() {
    let finding = Self.examination.finding([
      Self.server("a"), Self.server("b", version: "0.8.0"), Self.server("c", commit: "0000000"),
      Self.server("d", rules: 4), Self.server("e", version: "0.1.0", isAlive: false),
    ])
    #expect(finding.verdict == .warn)
    #expect(
      finding.found
        == "this is 0.9.0 (5f3c2a1) with rules 6, and b (process 7) runs 0.8.0 (5f3c2a1) with rules 6; "
        + "c (process 7) runs 0.9.0 (0000000) with rules 6; d (process 7) runs 0.9.0 (5f3c2a1) with rules 4"
    )
    #expect(finding.remedy?.contains("daicho servers") == true)
  }

  @Test func `a process tells of itself while it runs, and no longer`() async throws {
    try await TestLedger.with { ledger in
      let service = SignsOfLife(
        of: [.http, .grants], in: ledger.pool, log: ledger.log, logger: Logger(label: "test"))
      let servers = RunningServers(ledger.pool)
      let running = Task { try await service.run() }
      var listed: [RunningServer] = []
      while listed.isEmpty {
        try await Task.sleep(for: .milliseconds(10))
        listed = try await servers.all()
      }
      let sheet = listed[0].sheet
      #expect(sheet.version == ProgramVersion.text && sheet.commit == ProgramVersion.commit)
      #expect(sheet.schema == Int32(Schema.version) && sheet.rules == Int32(RulesChanged.present))
      #expect(sheet.parts == ["grants", "http"])
      #expect(sheet.process == ProcessInfo.processInfo.processIdentifier)
      #expect(listed[0].epoch == ledger.log.installation.epoch && listed[0].isAlive)
      #expect(await ServerExamination().finding(in: ledger.pool).verdict == .ok)
      running.cancel()
      try await running.value
      #expect(try await servers.all() == [])
    }
  }
}
