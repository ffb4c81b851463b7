import EventProcessing
package import HTTP

/// The command that lists the processes of the ledger.
package enum ServerRun {
  package static func list(_ settings: Settings) async throws -> ServersBody {
    try await Database.with(settings) { database in
      try await database.bringUpToDate()
      return ServersBody(try await RunningServers(database.pool).all())
    }
  }
}
