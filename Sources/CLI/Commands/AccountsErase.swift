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
  @Option(
    help: "Production, Sandbox, Xcode or LocalTesting, and no other; by default all of the app's.")
  var environment: String?
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
    if let environment { _ = try EnvironmentOption.read(environment) }
    guard !yes || !dryRun else {
      throw ValidationError("--dry-run erases nothing: leave out --yes")
    }
  }

  func run() async throws {
    let named = try environment.map { name in try EnvironmentOption.read(name) }
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let configured = composition.apps.first { $0.bundleID == bundleID }?.environments ?? []
      let places = try await previews(
        in: named.map { [$0] } ?? configured.inOrder, of: bundleID, by: composition.erasures,
        evenIfEmpty: named != nil)
      if yes {
        try await erase(in: places.map(\.environment), of: bundleID, by: composition.erasures)
      } else {
        try show(places)
      }
    }
  }

  private typealias Place = (environment: StoreEnvironment, preview: ErasureService.Preview)

  /// Returns what an erasure would take in each environment, without those that know nothing of the
  /// account and those that merged it into another one. Throws if none is left.
  private func previews(
    in environments: [StoreEnvironment], of bundleID: BundleID, by erasures: ErasureService,
    evenIfEmpty: Bool
  ) async throws -> [Place] {
    var (places, isMerged) = ([Place](), false)
    for environment in environments {
      let preview = try await erasures.preview(
        of: AccountID(account), of: bundleID, in: environment)
      if let preview, evenIfEmpty || !preview.isEmpty { places.append((environment, preview)) }
      if preview == nil { isMerged = true }
    }
    guard places.isEmpty else { return places }
    if isMerged { throw merged }
    throw Failure(
      "no write ever named \(account) in \(environments.map(\.rawValue).joined(separator: " and ")), "
        + "or it was erased: check its spelling and --app")
  }

  private var merged: Failure {
    Failure("\(account) was merged into another account: erase that account instead")
  }

  private func erase(
    in environments: [StoreEnvironment], of bundleID: BundleID, by erasures: ErasureService
  ) async throws {
    var (told, lines) = ([ErasureAnswer.Environment](), [String]())
    for environment in environments {
      let outcome = try await erasures.erase(
        AccountID(account), of: bundleID, in: environment, author: by ?? NSUserName(),
        reason: reason)
      guard case .erased(let erased, let forgotten) = outcome else { continue }
      told.append(ErasureAnswer.Environment(erased, forgotten))
      lines += [
        "Erased in \(environment.rawValue) at \(erased.erasedAt): \(listed(erased.chains)).",
        "Jobs deleted: \(forgotten.jobs). Receipts deleted: \(forgotten.receipts).",
      ]
    }
    guard !told.isEmpty else { throw merged }
    try Printing.show(
      ErasureAnswer(account: account, environments: told), lines: lines, asJSON: json)
  }

  private func show(_ places: [Place]) throws {
    let told = places.map { ErasureAnswer.Environment($0.preview, in: $0.environment) }
    let lines = places.flatMap { environment, preview in
      [
        "This would erase the account's names and the evidence of its chains in "
          + "\(environment.rawValue): \(listed(preview.chains)).",
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
