import ArgumentParser
import Foundation
import HTTP
import Ledger
import Projections
import Reports
import Server

/// The command that lists what people did by hand.
struct Audit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List what people did by hand: when, what, who, and why; the newest last.",
    discussion: """
      Lists the events of the shared lane: acts, closed periods, published catalogs and terms, lost keys. \
      --accounts adds adjustments, links, merges, withdrawn tokens, promotional entitlements and erasures, for which \
      every lane is read. An act names no account: `daicho events show` shows the event that the entry names, as long \
      as the account is not erased. Events that cannot be read are named on standard error, with exit code 1.
      """)

  @OptionGroup var options: SettingsOptions
  @Option(help: "Only from this moment on, \(ReportMoment.rule).")
  var from: Instant?
  @Option(help: "Only before this moment, \(ReportMoment.rule).")
  var to: Instant?
  @Option(help: "Only acts of this person, as the first or the second one.")
  var by: String?
  @Option(help: "Only this act, such as outbox.park, or all of a group, such as outbox.")
  var act: String?
  @Flag(help: "The acts on accounts and purchases too.")
  var accounts = false
  @Option(help: "The largest number of acts to list.")
  var limit = 1_000
  @Option(help: "Continue where a previous list ended.")
  var after: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError("--limit is 1 to 100000") }
    guard after.map({ AuditCursor($0) != nil }) ?? true else {
      throw ValidationError("--after takes the value that a previous list ended with")
    }
  }

  func run() async throws {
    var filter = AuditReader.Filter()
    filter.from = from
    filter.to = to
    filter.author = by
    filter.act = act
    filter.includesAccounts = accounts
    let (wanted, limit) = (filter, limit)
    let cursor = after.flatMap(AuditCursor.init) ?? .beginning
    let body = try await Database.withAudit(try options.settings()) { audit in
      AuditBody(try await audit.list(wanted, after: cursor, limit: limit))
    }
    try Printing.show(body, lines: body.lines, asJSON: json)
    if body.unreadable.isEmpty { return }
    try Printing.text(body.unreadable.map(\.line), to: .standardError)
    throw ExitCode(1)
  }
}
