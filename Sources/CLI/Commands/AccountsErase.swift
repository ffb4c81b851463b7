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
    try await Composition.with(try options.settings(), app: app, seals: false) {
      composition, bundleID in
      let environments = try environment.environments(of: bundleID, in: composition)
      if yes {
        let outcome = try await composition.erasures.erase(
          AccountID(account), of: bundleID, in: environments, takingMerged: merged,
          author: by ?? NSUserName(), reason: reason)
        try showErased(try places(of: outcome, among: environments))
      } else {
        let outcome = try await composition.erasures.preview(
          of: AccountID(account), of: bundleID, in: environments, takingMerged: merged)
        try show(try places(of: outcome, among: environments))
      }
    }
  }

  /// Returns the places of an outcome. Throws if there are none, or if the account was merged into another one that is
  /// not to be erased.
  private func places<Place: Sendable>(
    of outcome: ErasureService.Outcome<Place>, among environments: [StoreEnvironment]
  ) throws -> [Place] {
    switch outcome {
    case .mergedInto(let merged):
      let others = environments.filter { !merged.contains($0) }
      let repetitions = others.map { "--environment \($0.rawValue)" }.joined(separator: " or ")
      throw Failure(
        "\(account) was merged into another account in \(Self.joined(merged)): erase that account, or add "
          + "--merged, which erases that account with all that were merged into it"
          + (others.isEmpty
            ? "" : "; \(repetitions) erases \(account) there alone, if it is known there"))
    case .places(let places):
      guard places.isEmpty else { return places }
      throw Failure(
        "no write ever named \(account) in \(Self.joined(environments)), or it was erased: check its "
          + "spelling and --app")
    }
  }

  private static func joined(_ environments: [StoreEnvironment]) -> String {
    environments.map(\.rawValue).joined(separator: " and ")
  }

  private func showErased(_ places: [ErasureService.Erased]) throws {
    let lines = places.flatMap { place in
      let event = place.event
      return [
        "Erased in \(event.environment.rawValue) at \(event.erasedAt): \(listed(event.chains)).",
        "Jobs deleted: \(place.forgotten.jobs). Receipts deleted: \(place.forgotten.receipts).",
      ]
    }
    try Printing.show(
      ErasureAnswer(
        account: account, environments: places.map(ErasureAnswer.Environment.init)),
      lines: lines, asJSON: json)
  }

  private func show(_ places: [ErasureService.Preview]) throws {
    let lines = places.flatMap { preview in
      [
        "This would erase \(preview.accounts.map(\.rawValue).joined(separator: ", ")) and the evidence of "
          + "the chains in \(preview.environment.rawValue): \(listed(preview.chains)).",
        "Jobs to delete: \(preview.forgotten.jobs). "
          + "Receipts to delete: \(preview.forgotten.receipts).",
      ]
    }
    try Printing.show(
      ErasureAnswer(account: account, trying: places.map(ErasureAnswer.Environment.init)),
      lines: lines + [
        "Nothing was erased. Run it again with --yes to do so. It cannot be undone."
      ], asJSON: json)
  }

  private func listed(_ chains: [OriginalTransactionID]) -> String {
    guard !chains.isEmpty else { return "no purchase is known" }
    return "purchases " + chains.map(\.rawValue).joined(separator: ", ")
  }
}
