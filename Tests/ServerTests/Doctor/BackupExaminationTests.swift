import EventStore
import Ledger
import TestSupport
import Testing

@testable import Server

struct BackupExaminationTests {
  /// The setting is two days; the present is 2026-06-01.
  @Test(
    arguments: [
      (nil, true, "none yet"), (nil, false, "knows of no backup"),
      ("2026-05-30", false, "the last one is of"),
      ("2026-05-29", false, "more than 2 days ago"),
    ] as [(String?, Bool, String)])
  func `a backup that is too old or unknown is a warning`(
    day: String?, isEmpty: Bool, text: String
  ) {
    let finding = BackupExamination.finding(
      day.map { Instant(day: $0) }, isEmpty: isEmpty, age: .seconds(2 * 86_400), at: TestLedger.now)
    #expect(finding.found.contains(text))
    #expect((finding.verdict == .ok) == (text == "none yet" || text == "the last one is of"))
  }

  @Test func `the latest backup that was told counts`() async throws {
    try await TestLedger.with { ledger in
      for day in ["2026-05-20", "2026-05-10"] {
        try await KnownBackup.tell(
          ledger.log, madeAt: Instant(day: day), signed: ActSignature(ActAuthor(name: "ada")),
          at: TestLedger.now)
      }
      let last = KnownBackup.last(in: try await ledger.log.reading.shared())
      #expect(last == Instant(day: "2026-05-20"))
    }
  }
}
