import EventStore
import Foundation
package import Logging
import Postgres

/// The doctor's examination of everything the ledger needs.
package struct Examination {
  private let settings: Settings

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// Returns the findings, in the order in which they are printed. Creates nothing.
  ///
  /// - Parameter round: the checks to make. Apple and the database are asked at the same time.
  package func findings(_ round: DoctorRound = DoctorRound()) async -> [Finding] {
    var findings: [Finding] = []
    if round.includes(.settings) {
      findings += SettingsExamination(settings, now: Composition.now()).findings()
    }
    if round.includes(.files) {
      findings += AppleURLExamination(settings).findings() + FileExamination(settings).findings()
    }
    if round.includes(.connections) {
      findings.append(ConnectionCapacity.raised(settings).finding)
    }
    async let apple = apple(round)
    async let database = database(round)
    findings += await apple
    if round.includes(.address), let finding = DatabaseURLExamination(settings).finding() {
      findings.append(finding)
    }
    return findings + (await database)
  }

  private func apple(_ round: DoctorRound) async -> [Finding] {
    let examination = ServerAPIExamination(settings)
    let silent = Finding.fail(
      "Server API", "no answer from Apple within \(round.patienceText)",
      remedy: "let this machine reach Apple's hosts by HTTPS, DNS included, and run this again")
    return await round.findings([
      DoctorCheck(.apple, late: { [silent] }) { await examination.findings() }
    ])
  }

  /// Examines keyring and database.
  private func database(_ round: DoctorRound) async -> [Finding] {
    let checks = DoctorCheckName.allCases.drop { $0 != .keyring }
    guard checks.contains(where: round.includes) else { return [] }
    let home = EmbeddedHome(settings)
    if let problem = home?.problem() {
      return [.fail("database", problem.found, remedy: problem.remedy)]
    }
    let (keyring, finding) = keyring()
    let place = home.flatMap { home in
      home.formerData.map {
        Finding.warn("home", "its data lie in \($0.path)", remedy: home.moveHome)
      }
    }
    let findings = round.includes(.keyring) ? [finding] + (place.map { [$0] } ?? []) : []
    do {
      return findings
        + (try await Database.with(settings) { database in
          await DatabaseExamination(
            pool: database.pool, owner: database.owner, migrator: Database.migrator,
            applicationRights: Database.rights, keyring: keyring, isEmbedded: database.isEmbedded,
            sessions: database.sessions, backupDays: settings.backupDays,
            now: Composition.now
          ).findings(round)
        })
    } catch {
      return findings + [
        .fail(
          "database", "\(error)",
          remedy: (error as? PostgresError)?.remedy
            ?? "start it, or correct DATABASE_URL or DAICHO_HOME")
      ]
    }
  }

  private func keyring() -> (Keyring?, Finding) {
    do {
      let keyring = try KeyringFile(settings).keyring
      return (keyring, .ok("keyring", keyring.ids.joined(separator: ", ")))
    } catch {
      return (
        nil,
        .fail(
          "keyring", "\(error)",
          remedy: "put the file back from its copy: a new key opens nothing that another one sealed"
        )
      )
    }
  }
}

/// The warnings that a server logs when it starts, for operators who do not run `daicho doctor`.
package struct StartupWarnings {
  private let findings: [Finding]

  package init(_ settings: Settings) {
    findings =
      [FileExamination(settings).masterKey()].compactMap(\.self)
      + AppleURLExamination(settings).findings()
      + settings.trustRoots.map(\.finding).filter { $0.verdict == .warn }
  }

  /// Logs each finding in a line, with its remedy.
  package func log(to logger: Logger) {
    for finding in findings { finding.log(to: logger) }
  }
}

extension Finding {
  /// Logs a warning in a line, with its remedy.
  package func log(to logger: Logger) {
    logger.warning("\(check): \(found)", metadata: remedy.map { ["remedy": "\($0)"] })
  }
}
