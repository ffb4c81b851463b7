import Logging
import Postgres
import TestSupport
import Testing

@testable import EventProcessing

struct RetryLoopTests {
  @Test func `logs its failure once, and once that it is over`() async {
    let log = RecordedLog()
    var steps = 0
    await RetryLoop(name: "test", logger: log.logger).work {
      steps += 1
      if steps <= 3 { throw PostgresError.unavailable }
      return steps < 6
    }
    #expect(steps == 6)
    #expect(log.lines.map(\.level) == [.error, .notice])
  }

  @Test func `ends when it is canceled, in trouble or not`() async {
    for fails in [true, false] {
      let log = RecordedLog()
      let task = Task {
        await RetryLoop(name: "test", logger: log.logger).work {
          if fails { throw PostgresError.unavailable }
          await Task.yield()
          return true
        }
      }
      await Task.yield()
      task.cancel()
      await task.value
      #expect(log.lines.count <= 1)
    }
  }

  /// Three lanes lose the database, each by another error; a fourth has an error of its own.
  @Test func `lanes that fail together are one line, and one when all go on`() {
    let log = RecordedLog()
    let failures = FailureLog(name: "the reading of the log", distinguishes: true)
    struct Own: Error {}
    failures.failed("a", PostgresError.connectionLost, to: log.logger)
    failures.failed("b", PostgresError.unavailable, to: log.logger)
    failures.failed("a", PostgresError.unavailable, to: log.logger)
    failures.failed("c", PostgresError.poolExhausted, to: log.logger)
    failures.failed("d", Own(), to: log.logger)
    failures.failed("d", Own(), to: log.logger)
    for loop in ["a", "b", "e"] { failures.succeeded(loop, to: log.logger) }
    #expect(
      log.messages(with: "loops") == [
        "the reading of the log rests after an error",
        "the reading of the log rests after an error",
      ])
    failures.succeeded("c", to: log.logger)
    failures.succeeded("d", to: log.logger)
    #expect(
      Array(log.messages(with: "loops").dropFirst(2)) == [
        "the reading of the log goes on 3", "the reading of the log goes on 1",
      ])
  }

  /// The outage of the database has its own lines.
  @Test func `loops of several logs that lose one database are one line`() {
    let log = RecordedLog()
    let outage = OutageLog(logger: log.logger, quiet: .zero)
    let (reading, sweep) = (
      FailureLog(name: "the reading of the log", distinguishes: true, outage: outage),
      FailureLog(outage: outage)
    )
    for _ in 1...3 {
      reading.failed("a", PostgresError.unavailable, to: log.logger)
      sweep.failed("sweep", PostgresError.connectionLost, to: log.logger)
    }
    for _ in 1...3 {
      reading.succeeded("a", to: log.logger)
      sweep.succeeded("sweep", to: log.logger)
    }
    #expect(
      log.messages(with: "loops") == [
        "the database fails: what needs it rests", "the database serves again",
      ])
  }

  @Test func `a loop that alternates between two errors is one line while it lasts`() async {
    let log = RecordedLog()
    var steps = 0
    await RetryLoop(name: "sweep", logger: log.logger).work {
      steps += 1
      if steps <= 4 {
        throw steps.isMultiple(of: 2) ? PostgresError.unavailable : PostgresError.poolExhausted
      }
      return false
    }
    #expect(log.messages(with: "loops") == ["sweep rests after an error", "sweep goes on"])
  }
}
