import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Outbox
import Projections
import Server

/// The commands about accounts.
struct Accounts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, link, merge, name, review and erase accounts.",
    subcommands: [
      AccountsShow.self, AccountsLink.self, AccountsMerge.self, AccountsUndo.self,
      AccountsAlias.self, AccountsReview.self, AccountsErase.self,
    ])
}

struct AccountsErase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase a person: destroy the account's names and the keys of its evidence.",
    discussion: """
      The bytes Apple sent for the account's purchases can never be read again. Purchases, \
      payments and refunds stay, without a name, and so does every total. This cannot be undone. \
      Backups made earlier contain the keys until they are deleted.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The game's identifier of the account.")
  var account: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Option(help: "The person who erases it; by default the login's name.")
  var by: String?
  @Option(help: "The reason, such as the player's request.")
  var reason: String?
  @Flag(help: "Only say what it would take, as without --yes.")
  var dryRun = false
  @Flag(help: "Erase the account. Without this flag the command only says what it would take.")
  var yes = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
    for (name, text) in [("by", by), ("reason", reason)] {
      guard let text, let fault = PlainName.fault(recording: text) else { continue }
      throw ValidationError("--\(name) \(fault)")
    }
    guard !yes || !dryRun else {
      throw ValidationError("--dry-run erases nothing: leave out --yes")
    }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let key = AccountKey(
        environment: environment.value, bundleID: bundleID, account: AccountID(account))
      try await erase(key, by: composition)
    }
  }

  private func erase(_ key: AccountKey, by composition: Composition) async throws {
    guard yes else { return try show(try await preview(of: key, by: composition), of: key) }
    let outcome = try await composition.erasures.erase(
      key.account, of: key.bundleID, in: key.environment, author: by ?? NSUserName(),
      reason: reason)
    guard case .erased(let erased, let forgotten) = outcome else { throw isMerged }
    try Printing.show(
      ErasureAnswer(account: account, environments: [ErasureAnswer.Environment(erased, forgotten)]),
      lines: [
        "Erased at \(erased.erasedAt): \(listed(erased.chains)).",
        "Jobs deleted: \(forgotten.jobs). Receipts deleted: \(forgotten.receipts).",
      ], asJSON: json)
  }

  private var isMerged: Failure {
    Failure("\(account) was merged into another account: erase that account instead")
  }

  private func preview(
    of key: AccountKey, by composition: Composition
  ) async throws -> ErasureService.Preview {
    let preview = try await composition.erasures.preview(
      of: key.account, of: key.bundleID, in: key.environment)
    guard let preview else { throw isMerged }
    return preview
  }

  private func show(_ preview: ErasureService.Preview, of key: AccountKey) throws {
    let environment = ErasureAnswer.Environment(preview, in: key.environment)
    let forgotten = preview.forgotten
    try Printing.show(
      ErasureAnswer(account: account, trying: [environment]),
      lines: [
        "This would erase the account's names and the evidence of its chains: "
          + "\(listed(preview.chains)).",
        "Jobs to delete: \(forgotten.jobs). Receipts to delete: \(forgotten.receipts).",
        "Nothing was erased. Run it again with --yes to do so. It cannot be undone.",
      ], asJSON: json)
  }

  private func listed(_ chains: [OriginalTransactionID]) -> String {
    guard !chains.isEmpty else { return "no purchase is known" }
    return "purchases " + chains.map(\.rawValue).joined(separator: ", ")
  }
}
