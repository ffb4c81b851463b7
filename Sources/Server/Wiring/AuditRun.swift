package import Projections

extension Database {
  /// Lends the reader of acts, over a database whose schema is current.
  package static func withAudit<Result: Sendable>(
    _ settings: Settings, _ body: (AuditReader) async throws -> Result
  ) async throws -> Result {
    try await withLog(settings) { log, _ in try await body(AuditReader(log)) }
  }
}
