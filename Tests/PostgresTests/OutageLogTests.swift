import Logging
import Synchronization
import Testing

@testable import Postgres

/// The lines about an outage of the database.
struct OutageLogTests {
  private final class Lines: Sendable {
    let said = Mutex<[String]>([])

    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
    var all: [String] { said.withLock(\.self) }
  }

  private struct Handler: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let figures = ["failures", "milliseconds"].compactMap { key in
        event.metadata?[key].map { "\($0)" }
      }
      lines.said.withLock {
        $0.append(([event.message.description] + figures).joined(separator: " "))
      }
    }
  }

  private static let begins = "the database fails: what needs it rests"

  @Test func `sessions, loops and checks that meet one outage are one line, and one at its end`() {
    let lines = Lines()
    let (outage, start) = (OutageLog(logger: lines.logger), ContinuousClock.now)
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
    #expect(lines.all == [Self.begins])
    for second in 34..<40 { outage.succeeded(at: start + .seconds(second)) }
    #expect(lines.all == [Self.begins, "the database serves again 60 34000"])
  }

  /// A loop that rests for longer than others succeed is no sign that the outage is over.
  @Test(arguments: ["08001", "53300"])
  func `failures that alternate with successes are one line while they last`(code: String) {
    let lines = Lines()
    let (outage, start) = (OutageLog(logger: lines.logger), ContinuousClock.now)
    let refused = PostgresError.refused(
      ConnectionRejection(sqlState: SQLState(rawValue: code), message: nil))
    for second in 0..<300 {
      let now = start + .seconds(second)
      if second.isMultiple(of: 7) { #expect(outage.failed("loop", refused, at: now)) }
      outage.succeeded(at: now)
    }
    #expect(lines.all == [Self.begins])
  }

  /// Those who read are served meanwhile: each failure has the line of its own log.
  @Test(arguments: ["53100", "53200", "53300", "25006"])
  func `an answer of the server is no outage`(code: String) {
    let lines = Lines()
    let outage = OutageLog(logger: lines.logger)
    let answer = PostgresError.server(ServerError(sqlState: SQLState(rawValue: code), message: nil))
    #expect(!outage.failed("loop", answer))
    _ = outage.failed("pool", PostgresError.unavailable)
    #expect(!outage.failed("loop", answer), "not within an outage either")
    #expect(lines.all == [Self.begins])
  }

  @Test func `a session that breaks announces an outage, and is told if none follows`() {
    let lines = Lines()
    let (outage, start) = (OutageLog(logger: lines.logger), ContinuousClock.now)
    let ended = PostgresError.server(ServerError(sqlState: .adminShutdown, message: nil))
    for second in stride(from: 0, to: 40, by: 5) {
      let now = start + .seconds(second)
      for error in [.connectionLost, ended] as [PostgresError] {
        #expect(outage.failed("loop", error, at: now) == (second < 15))
      }
    }
    #expect(lines.all == [])
    let later = start + .seconds(100)
    #expect(outage.failed("loop", PostgresError.connectionLost, at: later))
    #expect(outage.failed("pool", PostgresError.unavailable, at: later))
    #expect(outage.failed("loop", PostgresError.connectionLost, at: later + .seconds(14)))
    outage.succeeded(at: later + .seconds(28))
    #expect(lines.all == [Self.begins])
  }

  @Test func `a cause that a person must mend has a line of its own, once`() {
    let lines = Lines()
    let outage = OutageLog(logger: lines.logger)
    let password = PostgresError.refused(
      ConnectionRejection(sqlState: SQLState(rawValue: "28P01"), message: nil))
    for error in [.unavailable, password, .unavailable, password] as [PostgresError] {
      #expect(outage.failed("loop", error))
    }
    #expect(lines.all == [Self.begins, Self.begins])
  }

  @Test func `an error of a statement, and a busy pool, are no outage`() {
    let lines = Lines()
    let outage = OutageLog(logger: lines.logger)
    let conflict = PostgresError.server(
      ServerError(sqlState: .serializationFailure, message: nil))
    for error in [conflict, .canceled, .poolExhausted] { #expect(!outage.failed("loop", error)) }
    outage.succeeded()
    #expect(lines.all == [])
  }
}
