import CLibPQ
import Foundation

/// A probe for a connection pooler that gives one server process to several sessions, as PgBouncer
/// does in transaction mode.
///
/// Role, time limits, prepared statements and channels belong to the server process. Shared, they
/// would be lost, the role first, and would bind others. A pooler that keeps a process for a session
/// until its end, and resets it then, does no harm.
struct PoolerProbe {
  /// The query at the end of a preamble. Its answer is the probe's `greeting`.
  static let question = "select pg_backend_pid(), current_setting('daicho.session', true)"

  /// The time for a second session; a pooler without a free process lets it wait.
  private static let patience: Duration = .seconds(2)

  /// The readings of a mark; beside busy clients one may find it again by chance.
  private static let readings = 8

  let session: Session
  let options: ConnectionOptions
  let watch: AnswerWatch

  /// Returns true if the server process of the session is given to others, too.
  ///
  /// A pooler answers with cancellation keys of its own, so that a direct session is known by its
  /// process id and costs nothing more. A pooled one is marked. A mark that a second session finds,
  /// or that the first one does not find again, tells that the pooler shares. So does a mark of a
  /// former session.
  func isShared(_ greeting: ResultHandle) -> Bool {
    guard text(of: greeting, 0) != String(PQbackendPID(session.pointer)) else { return false }
    guard text(of: greeting, 1) == "" else { return true }
    let mark = UUID().uuidString
    guard mark == self.mark(of: session, after: "set daicho.session = '\(mark)'") else {
      return true
    }
    // Without a second session nothing is learned of the pooler.
    guard let other = try? Session(options.keywords), run(Self.question, on: other).isSuccess else {
      return false
    }
    return (1...Self.readings).contains { _ in
      !keepsAnUnmarkedProcess(other) || self.mark(of: session) != mark
        || !run("commit", on: other).isSuccess || self.mark(of: session) != mark
    }
  }

  /// Returns true if a transaction of the other session finds no mark. The transaction keeps its
  /// process, so that the marked session gets another one meanwhile, and probably this one once it is
  /// free again. A pooler that refuses transactions shares, too.
  private func keepsAnUnmarkedProcess(_ other: Session) -> Bool {
    let beginning = run("begin; \(Self.question)", on: other)
    return beginning.isSuccess && text(of: beginning, 1) == ""
  }

  private func mark(of session: Session, after command: String? = nil) -> String {
    let commands = [command, Self.question].compactMap(\.self)
    return text(of: run(commands.joined(separator: "; "), on: session), 1)
  }

  private func run(_ sql: String, on session: Session) -> ResultHandle {
    let name = watch.newName()
    watch.begin(name, on: PQsocket(session.pointer), until: .now + Self.patience)
    defer { watch.end(name) }
    return ResultHandle(PQexec(session.pointer, sql))
  }

  /// Returns a column of the first row; empty text for null and for a result without rows.
  private func text(of result: ResultHandle, _ column: Int32) -> String {
    guard PQntuples(result.pointer) == 1 else { return "" }
    return withExtendedLifetime(result) { String(cString: PQgetvalue(result.pointer, 0, column)) }
  }
}
