package import EventProcessing
import Foundation
import Ledger

/// The JSON form of a process that serves the ledger, or did within the last day.
package struct ServerBody: Encodable, Sendable {
  package let id: String
  package let host: String
  package let process: Int32
  package let version: String
  package let commit: String
  package let schema: Int32
  package let rules: Int32
  package let parts: [String]
  package let epoch: String
  package let startedAt: String
  package let seenAt: String
  package let state: State

  package enum State: String, CaseIterable, Encodable, Sendable {
    case running
    /// The process gave no sign of life for half a minute.
    case silent
  }

  init(_ server: RunningServer) {
    let sheet = server.sheet
    id = sheet.id.uuidString.lowercased()
    host = sheet.host
    process = sheet.process
    version = sheet.version
    commit = sheet.commit
    schema = sheet.schema
    rules = sheet.rules
    parts = sheet.parts
    epoch = server.epoch.uuidString.lowercased()
    startedAt = server.startedAt.description
    seenAt = server.seenAt.description
    state = server.isAlive ? .running : .silent
  }

  package var line: String {
    let life = state == .running ? "running" : "silent since \(seenAt)"
    return
      "\(host)  process \(process)  \(life)  \(version) (\(commit))  schema \(schema)  rules \(rules)  "
      + "\(parts.joined(separator: ","))  epoch \(epoch)  since \(startedAt)"
  }
}

/// The JSON form of all processes that serve the ledger.
package struct ServersBody: Encodable, Sendable {
  package let servers: [ServerBody]

  package init(_ servers: [RunningServer]) {
    self.servers = servers.map(ServerBody.init)
  }

  package var lines: [String] {
    servers.isEmpty ? ["No server runs."] : servers.map(\.line)
  }
}
