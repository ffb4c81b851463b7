package import AppStore
import Foundation
package import Logging

/// The settings of a process, read once and checked. Flags override the environment, which
/// overrides the file.
package struct Settings: Sendable {
  static let homeDefault = ".daicho"
  package static let backupDaysDefault = 2

  /// The URL of the database; nil for the embedded Postgres under `home`. The URL holds a password
  /// and is never printed.
  package let databaseURL: String?
  /// A warning about a password in `--database-url`; nil if there is none.
  package let passwordFinding: Finding?
  package let home: String
  package let httpHost: String
  package let httpPort: Int
  /// The most connections at once; nil for as many as the limit of open files allows.
  package let httpConnections: Int?
  /// The most requests a second of one API key, on average; nil for any number.
  package let httpRate: Int?
  /// The sessions of the database that a server opens at most.
  package let databaseSessions: DatabaseSessions
  package let appsFile: String?
  package let trustRoots: [TrustRootEntry]
  /// True if the issuers of Apple's certificates are asked whether one was revoked.
  package let asksIssuers: Bool
  /// The certificates that are refused whatever their issuers say.
  package let refusedSerials: Set<CertificateSerial>
  /// The file of master keys; nil for a generated one under `home`, beside the embedded Postgres.
  package let encryptionKeyFile: String?
  /// The days after which `doctor` warns that no backup is known.
  package let backupDays: Int
  /// The least level of the lines that a server logs.
  package let logLevel: Logger.Level

  package init(
    flags: [SettingKey: String] = [:], environment: [String: String] = [:],
    file: [SettingKey: String] = [:]
  ) throws(SettingsError) {
    func value(_ key: SettingKey) -> String? {
      [flags[key], environment[key.rawValue], file[key]].lazy.compactMap(\.self)
        .first { !$0.isEmpty }
    }
    databaseURL = value(.databaseURL)
    home = value(.home) ?? Self.homeDefault
    httpHost = value(.httpHost) ?? "127.0.0.1"
    httpPort = try Self.port(value(.httpPort) ?? "8080")
    httpConnections = try value(.httpConnections).map { text throws(SettingsError) in
      try Self.count(text, of: .httpConnections, from: 1)
    }
    httpRate = try Self.rate(value(.httpRate) ?? "off")
    databaseSessions = DatabaseSessions(
      total: try Self.count(
        value(.databaseConnections) ?? "\(DatabaseSessions.totalDefault)",
        of: .databaseConnections, from: DatabaseSessions.totalMin))
    appsFile = value(.apps)
    encryptionKeyFile = value(.encryptionKeyFile)
    logLevel = try Self.level(value(.logLevel) ?? "info")
    backupDays = try Self.count(
      value(.backupDays) ?? "\(Self.backupDaysDefault)", of: .backupDays, from: 1)
    trustRoots = try CommaSeparated.items(value(.trustRoots) ?? "")
      .map { item throws(SettingsError) in try TrustRootEntry(item) }
    asksIssuers = try Self.isOn(value(.ocsp) ?? "off", of: .ocsp)
    refusedSerials = Set(
      try CommaSeparated.items(value(.refusedSerials) ?? "")
        .map { item throws(SettingsError) in try Self.serial(item) })
    try databaseURL.map { url throws(SettingsError) in try DatabaseURL.check(url) }
    passwordFinding = flags[.databaseURL].flatMap(DatabaseURL.finding(inFlag:))
  }

  private static func port(_ text: String) throws(SettingsError) -> Int {
    guard let port = Int(text), (0...65_535).contains(port) else {
      throw .invalid(.httpPort, remedy: "must be a number from 0 to 65535")
    }
    return port
  }

  private static func rate(_ text: String) throws(SettingsError) -> Int? {
    if text == "off" { return nil }
    guard let rate = Int(text), (1...1_000_000).contains(rate) else {
      throw .invalid(
        .httpRate, remedy: "must be off, or a whole number of requests a second from 1")
    }
    return rate
  }

  private static func level(_ text: String) throws(SettingsError) -> Logger.Level {
    guard let level = Logger.Level(rawValue: text) else {
      let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(.logLevel, remedy: "must be one of \(names)")
    }
    return level
  }

  private static func isOn(_ text: String, of key: SettingKey) throws(SettingsError) -> Bool {
    switch text {
    case "on": true
    case "off": false
    default: throw .invalid(key, remedy: "must be on or off")
    }
  }

  private static func serial(_ text: String) throws(SettingsError) -> CertificateSerial {
    guard let serial = CertificateSerial(text) else {
      throw .invalid(
        .refusedSerials,
        remedy: "must hold serial numbers of certificates, as `openssl x509 -serial` prints them")
    }
    return serial
  }

  private static func count(
    _ text: String, of key: SettingKey, from least: Int
  ) throws(SettingsError) -> Int {
    guard let count = Int(text), count >= least else {
      throw .invalid(key, remedy: "must be a whole number from \(least)")
    }
    return count
  }
}

/// Comma-separated lists in flags and environment variables.
package enum CommaSeparated {
  /// Returns the items without surrounding space; leaves out empty ones.
  package static func items(_ text: String) -> [String] {
    text.split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
