package import EventProcessing
package import EventStore
import Foundation
import Ledger
package import Logging
package import Postgres
import Release
import Schema
import ServiceLifecycle

/// A service that records a sign of life of this process every ten seconds. People see by it which versions and parts
/// run where.
package struct SignsOfLife: Service {
  private static let pause: Duration = .seconds(10)

  private let servers: RunningServers
  private let sheet: ServerSheet
  private let log: EventLog
  private let lastWork: LastWork
  private let logger: Logger

  package init(
    of parts: Set<ServerPart>, in pool: Pool, log: EventLog, lastWork: LastWork = LastWork(),
    logger: Logger
  ) {
    servers = RunningServers(pool)
    sheet = ServerSheet(parts)
    self.log = log
    self.lastWork = lastWork
    self.logger = logger
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        await tell()
        try? await Task.sleep(for: Self.pause)  // cancellation ends the pause, then the loop
      }
    }
    // A row that stays is listed as silent, and removed after a day.
    try? await lastWork.run { try await servers.remove(sheet.id) }
  }

  private func tell() async {
    do {
      try await servers.tell(sheet, epoch: log.installation.epoch)
    } catch {
      // The database cannot be reached. Its users report that; the next sign is given in time.
      logger.debug("no sign of life was given", metadata: ["error": "\(error)"])
    }
  }
}

extension ServerSheet {
  /// Describes this process, which has these parts, under a new id.
  init(_ parts: Set<ServerPart>) {
    let process = ProcessInfo.processInfo
    self.init(
      id: UUID(), host: process.hostName, process: process.processIdentifier,
      version: ProgramVersion.text, commit: ProgramVersion.commit, schema: Int32(Schema.version),
      rules: Int32(RulesChanged.present), parts: parts.map(\.rawValue).sorted())
  }
}
