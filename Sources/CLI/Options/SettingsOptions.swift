import ArgumentParser
import Foundation
import Logging
import Server

/// The settings of every command, under a heading of their own in its help.
struct SettingsOptions: ParsableArguments {
  @OptionGroup(title: "Settings") var places: PlaceOptions
  @OptionGroup(title: "Settings", visibility: .hidden) var server: ServerOptions

  func settings(_ more: [SettingKey: String?] = [:]) throws(SettingsError) -> Settings {
    let flags: [SettingKey: String?] = [
      .databaseURL: places.databaseURL, .databaseConnections: server.dbConnections,
      .home: places.home, .apps: places.apps, .trustRoots: places.trustRoots, .ocsp: server.ocsp,
      .refusedSerials: server.refusedSerials, .encryptionKeyFile: places.encryptionKeyFile,
      .logLevel: server.logLevel,
    ]
    let given = flags.merging(more) { $1 }.compactMapValues(\.self)
    let environment = ProcessInfo.processInfo.environment
    let file =
      try places.config.map { path throws(SettingsError) in try SettingsFile.read(path) } ?? [:]
    let found = try EnvironmentFile.read { key in
      given[key] ?? environment[key.rawValue] ?? file[key]
    }
    let settings = try Settings(
      flags: given, environment: environment, file: found.merging(file) { $1 })
    settings.passwordFinding?.log(to: .service("daicho"))
    return settings
  }
}

/// The settings that say where the ledger and its files are.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: "A JSON file of settings; flags and environment override it.", completion: .file())
  var config: String?
  @Option(help: "PostgreSQL's URL (DATABASE_URL). Without it an embedded one is used.")
  var databaseURL: String?
  @Option(
    help: "The home of the embedded ledger, its data and keys (DAICHO_HOME, .daicho).",
    completion: .directory)
  var home: String?
  @Option(help: "The file that names your apps (DAICHO_APPS).", completion: .file())
  var apps: String?
  @Option(
    help: """
      Additional root certificates, comma-separated files, each after its environments: \
      Sandbox=root.pem or Sandbox+Xcode=root.pem (DAICHO_TRUST_ROOTS).
      """, completion: .file())
  var trustRoots: String?
  @Option(
    help: "The file of master keys that seal evidence (DAICHO_ENCRYPTION_KEY_FILE).",
    completion: .file())
  var encryptionKeyFile: String?
}

/// The settings that are rarely set by a flag: `--help-hidden` shows them.
struct ServerOptions: ParsableArguments {
  @Option(
    help: """
      The most sessions of the database that a server opens, from \(DatabaseSessions.totalMin) \
      (DAICHO_DB_CONNECTIONS, \(DatabaseSessions.totalDefault)).
      """)
  var dbConnections: String?
  @Option(
    help: """
      "on" asks the issuers of Apple's certificates whether one was revoked; \
      "off" trusts them while they are valid (DAICHO_OCSP, off).
      """, completion: .list(["on", "off"]))
  var ocsp: String?
  @Option(
    help: """
      Serial numbers of certificates that are refused, comma-separated and hexadecimal \
      (DAICHO_REFUSED_SERIALS).
      """)
  var refusedSerials: String?
  @Option(
    help: """
      The least level of the lines that a server logs: debug, info, notice, warning, error or critical \
      (DAICHO_LOG_LEVEL, info).
      """, completion: .list(Logger.Level.allCases.map(\.rawValue)))
  var logLevel: String?
}
