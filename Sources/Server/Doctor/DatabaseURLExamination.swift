import Foundation
import Postgres

/// The doctor's examination of the way to the database: a server on another machine must prove its
/// identity.
struct DatabaseURLExamination {
  private static let check = "database connection"

  private let url: String?
  private let environment: [String: String]

  init(
    _ settings: Settings, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    url = settings.databaseURL
    self.environment = environment
  }

  /// Returns the finding; nil for an address that libpq cannot read, which another finding reports.
  func finding() -> Finding? {
    guard let url else { return .ok(Self.check, "the embedded PostgreSQL has no network") }
    let options = ConnectionOptions(url: url)
    guard let parameters = ConnectionParameters(options, environment: environment) else {
      return nil
    }
    let remote = parameters.hosts.filter { !Self.isLocal($0) }.joined(separator: ", ")
    if remote.isEmpty { return .ok(Self.check, "it does not leave this machine") }
    guard parameters.sslMode != "verify-full" else {
      return .ok(Self.check, "\(remote) must prove its identity")
    }
    return .warn(
      Self.check,
      "\(remote) need not prove its identity: a machine on the way may read and change everything",
      remedy: "add sslmode=verify-full to DATABASE_URL, and sslrootcert=FILE with the authority "
        + "that certifies the server")
  }

  /// Returns true for a socket and for an address of this machine.
  private static func isLocal(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || LoopbackHost.contains(host)
  }
}

/// The names and addresses of this machine that no other machine can reach.
enum LoopbackHost {
  /// Returns true for `localhost`, 127.0.0.0/8 and ::1, the latter with or without brackets.
  static func contains(_ host: String) -> Bool {
    let host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, host, &four) == 1 {
      return UInt32(bigEndian: four.s_addr) >> 24 == 127
    }
    if inet_pton(AF_INET6, host, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
    return host == "localhost"
  }
}
