import Foundation

/// The number of connections that the limit of open files leaves room for.
package struct ConnectionCapacity: Equatable, Sendable {
  /// The maximum unless the setting names another; more would only fill the memory.
  package static let connectionsDefault = 16_384
  /// The number of connections below which the doctor warns, unless the setting names another.
  private static let connectionsUsual = 1_000
  /// The files kept for everything but connections and sessions of the database.
  private static let reserve = 64

  private let openFilesMax: Int
  private let wanted: Int?
  private let sessions: Int

  /// - Parameter openFilesMax: the limit of open files of the process.
  /// - Parameter wanted: the value of `DAICHO_HTTP_CONNECTIONS`; nil if it is not set.
  /// - Parameter sessions: the number of sessions of the database, which take files as well.
  package init(openFilesMax: Int, wanted: Int?, sessions: Int) {
    self.openFilesMax = openFilesMax
    self.wanted = wanted
    self.sessions = sessions
  }

  /// The capacity of this process after raising its limit of open files as far as it may.
  package static func raised(_ settings: Settings) -> ConnectionCapacity {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    var highest = limit
    highest.rlim_cur = limit.rlim_max
    let isRaised = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &highest) == 0
    let files = isRaised ? highest.rlim_cur : limit.rlim_cur
    return ConnectionCapacity(
      openFilesMax: Int(min(files, rlim_t(Int32.max))), wanted: settings.httpConnections,
      sessions: settings.databaseSessions.total)
  }

  /// The maximum of connections; nil if the limit of open files has room for none.
  package var connections: Int? {
    let room = openFilesMax - Self.reserve - sessions
    return room > 0 ? min(wanted ?? Self.connectionsDefault, room) : nil
  }

  /// The maximum of connections. Throws a sentence if there is room for none.
  package func requireConnections() throws(Failure) -> Int {
    guard let connections else {
      throw Failure(
        "the limit of open files, \(openFilesMax), has no room for connections: \(remedy)")
    }
    return connections
  }

  private var remedy: String {
    let files = (wanted ?? Self.connectionsUsual) + Self.reserve + sessions
    return
      "raise it with `LimitNOFILE=` in the unit of systemd, or `ulimit -n`, to \(files) or more"
  }

  /// The doctor's finding about the limit.
  package var finding: Finding {
    guard let connections else {
      return .fail(
        "connections", "\(openFilesMax) open files have no room for any", remedy: remedy)
    }
    let found = "\(connections) at once, with \(openFilesMax) open files"
    return connections < wanted ?? Self.connectionsUsual
      ? .warn("connections", found, remedy: remedy) : .ok("connections", found)
  }
}
