import Logging
import TestSupport
import Testing

@testable import Postgres

/// The lines about an outage of the database.
struct OutageLogTests {
  private static let begins = "the database fails: what needs it rests"

  private static func said(_ log: RecordedLog) -> [String] {
    log.messages(with: "failures", "milliseconds")
  }

  @Test func `sessions, loops and checks that meet one outage are one line, and one at its end`() {
    let log = RecordedLog()
    let (outage, start) = (OutageLog(logger: log.logger), ContinuousClock.now)
    func failed(_ user: String, _ error: PostgresError, at seconds: Int) -> Bool {
      outage.failed(user, error, at: start + .seconds(seconds))
    }
    let away = PostgresError.refused(ConnectionRejection(sqlState: nil, message: "refused"))
    let starting = PostgresError.refused(
      ConnectionRejection(sqlState: SQLState(rawValue: "57P03"), message: nil))
    for second in 0..<20 {
      #expect(failed("pool \(second % 3)", second < 15 ? away : starting, at: second))
      #expect(failed("loop", .connectionLost, at: second))
      #expect(failed("check", .poolExhausted, at: second))
      outage.succeeded(at: start + .seconds(second))
    }
    for second in 20..<34 { outage.succeeded(at: start + .seconds(second)) }
    #expect(Self.said(log) == [Self.begins])
    for second in 34..<40 { outage.succeeded(at: start + .seconds(second)) }
    #expect(Self.said(log) == [Self.begins, "the database serves again 60 34000"])
  }

  /// A loop that rests for longer than others succeed is no sign that the outage is over.
  @Test(arguments: ["08001", "53300"])
  func `failures that alternate with successes are one line while they last`(code: String) {
    let log = RecordedLog()
    let (outage, start) = (OutageLog(logger: log.logger), ContinuousClock.now)
    let refused = PostgresError.refused(
      ConnectionRejection(sqlState: SQLState(rawValue: code), message: nil))
    for second in 0..<300 {
      let now = start + .seconds(second)
      if second.isMultiple(of: 7) { #expect(outage.failed("loop", refused, at: now)) }
      outage.succeeded(at: now)
    }
    #expect(Self.said(log) == [Self.begins])
  }

  /// Those who read are served meanwhile: each failure has the line of its own log.
  @Test(arguments: ["53100", "53200", "53300", "25006"])
  func `an answer of the server is no outage`(code: String) {
    let log = RecordedLog()
    let outage = OutageLog(logger: log.logger)
    let answer = PostgresError.server(ServerError(sqlState: SQLState(rawValue: code), message: nil))
    #expect(!outage.failed("loop", answer))
    _ = outage.failed("pool", PostgresError.unavailable)
    #expect(!outage.failed("loop", answer), "not within an outage either")
    #expect(Self.said(log) == [Self.begins])
  }

  @Test func `a session that breaks announces an outage, and is told if none follows`() {
    let log = RecordedLog()
    let (outage, start) = (OutageLog(logger: log.logger), ContinuousClock.now)
    let ended = PostgresError.server(ServerError(sqlState: .adminShutdown, message: nil))
    for second in stride(from: 0, to: 40, by: 5) {
      let now = start + .seconds(second)
      for error in [.connectionLost, ended] as [PostgresError] {
        #expect(outage.failed("loop", error, at: now) == (second < 15))
      }
    }
    #expect(Self.said(log) == [])
    let later = start + .seconds(700)
    #expect(outage.failed("loop", PostgresError.connectionLost, at: later))
    #expect(outage.failed("pool", PostgresError.unavailable, at: later))
    #expect(outage.failed("loop", PostgresError.connectionLost, at: later + .seconds(14)))
    outage.succeeded(at: later + .seconds(28))
    #expect(Self.said(log) == [Self.begins])
  }

  /// A statement that always takes longer than it may, and so ends its session each minute.
  @Test func `a loop that breaks its session again and again is told from the second time on`() {
    let log = RecordedLog()
    let (outage, start) = (OutageLog(logger: log.logger), ContinuousClock.now)
    let isPartOfOutage = [0, 70, 140, 1_000].map { second in
      defer { outage.succeeded(at: start + .seconds(second + 1)) }
      return outage.failed("loop", PostgresError.connectionLost, at: start + .seconds(second))
    }
    #expect(isPartOfOutage == [true, false, false, true])
    #expect(Self.said(log) == [])
  }

  @Test func `a pool that stays busy after an outage does not keep it open`() {
    let log = RecordedLog()
    let (outage, start) = (OutageLog(logger: log.logger), ContinuousClock.now)
    _ = outage.failed("pool", PostgresError.unavailable, at: start)
    for second in 1...15 {
      #expect(outage.failed("loop", PostgresError.poolExhausted, at: start + .seconds(second)))
    }
    outage.succeeded(at: start + .seconds(15))
    #expect(!outage.failed("loop", PostgresError.poolExhausted, at: start + .seconds(16)))
    #expect(Self.said(log) == [Self.begins, "the database serves again 16 15000"])
  }

  @Test func `a cause that a person must mend has a line of its own, once`() {
    let log = RecordedLog()
    let outage = OutageLog(logger: log.logger)
    let password = PostgresError.refused(
      ConnectionRejection(sqlState: SQLState(rawValue: "28P01"), message: nil))
    for error in [.unavailable, password, .unavailable, password] as [PostgresError] {
      #expect(outage.failed("loop", error))
    }
    #expect(Self.said(log) == [Self.begins, Self.begins])
  }

  @Test func `an error of a statement, and a busy pool, are no outage`() {
    let log = RecordedLog()
    let outage = OutageLog(logger: log.logger)
    let conflict = PostgresError.server(
      ServerError(sqlState: .serializationFailure, message: nil))
    for error in [conflict, .canceled, .poolExhausted] { #expect(!outage.failed("loop", error)) }
    outage.succeeded()
    #expect(Self.said(log) == [])
  }
}
