import ArgumentParser
import EventStore

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
    findings += await ServerAPIExamination(settings).findings()
    let (keyring, finding) = Self.keyring(settings)
    findings.append(finding)
    if let finding = DatabaseURLExamination(settings).finding() { findings.append(finding) }
    do {
      findings += try await Database.with(settings) { database in
        await DatabaseExamination(
          pool: database.pool, owner: database.owner, migrator: Database.migrator,
          keyring: keyring, isEmbedded: database.isEmbedded, now: Composition.now
        ).findings()
      }
    } catch {
      findings.append(
        .fail("database", "\(error)", remedy: "start it, or correct DATABASE_URL or DAICHO_HOME"))
    }
    if json { try Printing.json(findings) } else { try Printing.text(findings.map(\.line)) }
    if findings.contains(where: { $0.verdict == .fail }) { throw ExitCode(1) }
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
