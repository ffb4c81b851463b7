import EventStore
import Foundation
package import Logging

/// The doctor's examination of everything the ledger needs.
package struct Examination {
  private let settings: Settings

  package init(_ settings: Settings) {
    self.settings = settings
  }

  /// Returns the findings, in the order in which they are printed. Creates nothing.
  package func findings() async -> [Finding] {
    var findings = SettingsExamination(settings, now: Composition.now()).findings()
    findings += AppleURLExamination(settings).findings() + FileExamination(settings).findings()
    findings.append(ConnectionCapacity.raised(settings).finding)
    findings += await ServerAPIExamination(settings).findings()
    if let finding = DatabaseURLExamination(settings).finding() { findings.append(finding) }
    return findings + (await database())
  }

  /// Examines keyring and database.
  private func database() async -> [Finding] {
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
    let findings = [finding] + (place.map { [$0] } ?? [])
    do {
      return findings
        + (try await Database.with(settings) { database in
          await DatabaseExamination(
            pool: database.pool, owner: database.owner, migrator: Database.migrator,
            keyring: keyring, isEmbedded: database.isEmbedded, sessions: database.sessions,
            now: Composition.now
          ).findings()
        })
    } catch {
      return findings + [
        .fail("database", "\(error)", remedy: "start it, or correct DATABASE_URL or DAICHO_HOME")
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
        .fail("keyring", "\(error)", remedy: "keep this file as safe as the database, with copies")
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
    for finding in findings {
      logger.warning(
        "\(finding.check): \(finding.found)",
        metadata: finding.remedy.map { ["remedy": "\($0)"] })
    }
  }
}
