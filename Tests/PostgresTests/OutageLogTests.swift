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
    #expect(lines.all == [Self.begins])
    outage.succeeded(at: start + .seconds(20))
    #expect(lines.all.count == 1)
    outage.succeeded(at: start + .seconds(21))
    outage.succeeded(at: start + .seconds(22))
    #expect(lines.all == [Self.begins, "the database serves again 60 21000"])
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
