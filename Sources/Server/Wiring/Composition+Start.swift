import EventStore
import Foundation
import Intake
import Ledger
package import Logging
import Release
import Schema

extension Composition {
  /// Logs a line that tells one process from another: its version, and what it serves where.
  package func logStart(_ parts: Set<ServerPart>, to logger: Logger) {
    let process = ProcessInfo.processInfo
    let installation = log.installation
    logger.notice(
      "the server starts",
      metadata: [
        "version": "\(ProgramVersion.text)", "commit": "\(ProgramVersion.commit)",
        "schema": .stringConvertible(Schema.version),
        "rules": .stringConvertible(RulesChanged.present),
        "parts": "\(parts.map(\.rawValue).sorted().joined(separator: ","))",
        "epoch": "\(installation.epoch)",
        "lanes": .stringConvertible(installation.laneCount),
        "host": "\(process.hostName)", "process": .stringConvertible(process.processIdentifier),
      ])
  }
}
