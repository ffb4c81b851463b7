import ArgumentParser
import EventStore
import Foundation

/// The command that checks everything the ledger needs.
struct Doctor: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract:
      "Check settings, files, database, rights, keys, clock, certificates and the connection to Apple.",
    discussion: "Prints each finding with its remedy; exits with 1 if a check fails.")

  @OptionGroup var options: SettingsOptions
  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() async throws {
    let settings = try options.settings()
    var findings = SettingsExamination(settings, now: Composition.now()).findings()
    findings += AppleURLExamination(settings).findings() + FileExamination(settings).findings()
    findings.append(ConnectionCapacity.raised(settings).finding)
    findings += await ServerAPIExamination(settings).findings()
    if let finding = DatabaseURLExamination(settings).finding() { findings.append(finding) }
    findings += await Self.database(settings)
    if json { try Printing.json(findings) } else { try Printing.text(findings.map(\.line)) }
    if findings.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
  }

  /// Examines keyring and database. Creates neither.
  private static func database(_ settings: Settings) async -> [Finding] {
    let home = EmbeddedHome(settings)
    if let problem = home?.problem() {
      return [.fail("database", problem.found, remedy: problem.remedy)]
    }
    let (keyring, finding) = keyring(settings)
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

  private static func keyring(_ settings: Settings) -> (Keyring?, Finding) {
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
