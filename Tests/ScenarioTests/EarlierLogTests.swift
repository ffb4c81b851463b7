import Foundation
import Testing

struct EarlierLogTests {
  @Test(.timeLimit(.minutes(5)), arguments: try EarlierLog.all())
  func `opens, verifies and answers as it did`(log: EarlierLog) async throws {
    try await OpenedLog.with(log) { opened in
      try await opened.whileServing(only: "http,projections,grants") {
        try await opened.waitUntilCaughtUp()
        try await Self.expectTheSameAnswers(of: opened)
      }
      try await Self.expectWhole(opened)
    }
  }

  @Test(.timeLimit(.minutes(5)), arguments: try EarlierLog.all())
  func `answers as it did from projections that are rebuilt, and grants nothing again`(
    log: EarlierLog
  ) async throws {
    try await OpenedLog.with(log) { opened in
      try await opened.emptyProjections()
      try await opened.whileServing(only: "http,projections,grants") {
        try await opened.waitUntilCaughtUp()
        try await Self.expectTheSameAnswers(of: opened)
      }
      try await Self.expectWhole(opened)
    }
  }

  /// Expects that the log goes on from the head that its version published, and that every promise
  /// about it holds.
  private static func expectWhole(_ opened: OpenedLog) async throws {
    let (code, report) = try await opened.command(
      "verify", "--evidence", "--projections", "--wallets", "--against", opened.log.head.path,
      "--json")
    #expect(code == 0, "\(String(decoding: report, as: UTF8.self))")
  }

  private static func expectTheSameAnswers(of opened: OpenedLog) async throws {
    let answers = try opened.log.answers()
    try #require(answers.count > 300, "comparing nothing with nothing would prove nothing")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, answer) in answers.enumerated() {
        if index >= Self.questionsAtOnce { try await group.next() }
        group.addTask { try await Self.expect(answer, of: opened) }
      }
      try await group.waitForAll()
    }
  }

  private static let questionsAtOnce = 4

  private static func expect(_ answer: RecordedAnswer, of opened: OpenedLog) async throws {
    let (code, body) = try await opened.ask(answer.question)
    let difference = try answer.difference(to: body, code: code)
    if difference != nil, ChangedAnswers.areRecorded {
      return try ChangedAnswers.record(body, code: code, to: answer, of: opened.log)
    }
    #expect(difference == nil, "\(answer)")
  }
}
