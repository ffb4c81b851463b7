import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Outbox
import Server

struct AccountsErase: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "erase",
    abstract: "Erase a person: destroy the account's names and the keys of its evidence.",
    discussion: """
      The bytes Apple sent for the account's purchases can never be read again, in every environment \
      of the app. Purchases, payments and refunds stay, without a name, and so does every total. \
      This cannot be undone. Backups made earlier contain the keys until they are deleted.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The game's identifier of the account.")
  var account: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentsOption
  @Option(help: "The person who erases it; by default the login's name.")
  var by: String?
  @Option(help: "The reason, such as the player's request.")
  var reason: String?
  @Flag(
    help: """
      Also erase the account into which this one was merged, with all its guests. Without it, an account \
      that was merged is not erased.
      """)
  var merged = false
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
      let places = try await previews(
        in: try environment.environments(of: bundleID, in: composition), of: bundleID,
        by: composition.erasures)
      if yes {
        try await erase(in: places.map(\.environment), of: bundleID, by: composition.erasures)
      } else {
        try show(places)
      }
    }
  }

  private typealias Place = (environment: StoreEnvironment, preview: ErasureService.Preview)

  /// Returns what an erasure would take in each environment, without those that know nothing of the account unless
  /// one is named. Throws if none is left, or if the account was merged into another one that is not to be erased.
  private func previews(
    in environments: [StoreEnvironment], of bundleID: BundleID, by erasures: ErasureService
  ) async throws -> [Place] {
    var places: [Place] = []
    for place in environments {
      guard
        let preview = try await erasures.preview(
          of: AccountID(account), of: bundleID, in: place, takingMerged: merged)
      else { throw isMerged }
      if environment.environment != nil || !preview.isEmpty { places.append((place, preview)) }
    }
    guard places.isEmpty else { return places }
    throw Failure(
      "no write ever named \(account) in \(environments.map(\.rawValue).joined(separator: " and ")), "
        + "or it was erased: check its spelling and --app")
  }

  private var isMerged: Failure {
    Failure(
      "\(account) was merged into another account: erase that account, or add --merged, which erases "
        + "that account with all that were merged into it")
  }

  private func erase(
    in environments: [StoreEnvironment], of bundleID: BundleID, by erasures: ErasureService
  ) async throws {
    var (told, lines) = ([ErasureAnswer.Environment](), [String]())
    for environment in environments {
      let outcome = try await erasures.erase(
        AccountID(account), of: bundleID, in: environment, takingMerged: merged,
        author: by ?? NSUserName(), reason: reason)
      guard case .erased(let erased, let forgotten) = outcome else { throw isMerged }
      told.append(ErasureAnswer.Environment(erased, forgotten))
      lines += [
        "Erased in \(environment.rawValue) at \(erased.erasedAt): \(listed(erased.chains)).",
        "Jobs deleted: \(forgotten.jobs). Receipts deleted: \(forgotten.receipts).",
      ]
    }
    try Printing.show(
      ErasureAnswer(account: account, environments: told), lines: lines, asJSON: json)
  }

  private func show(_ places: [Place]) throws {
    let told = places.map { ErasureAnswer.Environment($0.preview, in: $0.environment) }
    let lines = places.flatMap { environment, preview in
      [
        "This would erase \(preview.accounts.map(\.rawValue).joined(separator: ", ")) and the evidence of "
          + "the chains in \(environment.rawValue): \(listed(preview.chains)).",
        "Jobs to delete: \(preview.forgotten.jobs). "
          + "Receipts to delete: \(preview.forgotten.receipts).",
      ]
    }
    try Printing.show(
      ErasureAnswer(account: account, trying: told),
      lines: lines + [
        "Nothing was erased. Run it again with --yes to do so. It cannot be undone."
      ], asJSON: json)
  }

  private func listed(_ chains: [OriginalTransactionID]) -> String {
    guard !chains.isEmpty else { return "no purchase is known" }
    return "purchases " + chains.map(\.rawValue).joined(separator: ", ")
  }
}
