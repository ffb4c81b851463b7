import Ledger
import Release
import Schema

/// The versions of this program and of what it reads, as `daicho --version` prints them.
package enum VersionSheet {
  package static let version = ProgramVersion.text
  package static let text = """
    daicho \(version)
    commit \(ProgramVersion.commit)
    schema \(Schema.version)
    rules \(RulesChanged.present)
    upgrades a ledger from schema \(Schema.oldestLedger), of any program since \(Schema.oldestProgram)
    """
}
