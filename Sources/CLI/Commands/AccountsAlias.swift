import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Server

struct AccountsAlias: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alias",
    abstract: "Register an appAccountToken to an account, or withdraw it.",
    discussion: """
      Purchases that waited under the token follow to the account. --withdraw frees the token for \
      another registration; its purchases stay with the account. An event records who did either.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The game's identifier of the account.")
  var account: String
  @Argument(help: "The appAccountToken, a UUID.")
  var token: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentOption
  @Flag(help: "Withdraw the token; needs --author and --reason.")
  var withdraw = false
  @Option(help: "The person who decides; by default the login's name, but not with --withdraw.")
  var author: String?
  @Option(help: "The reason.")
  var reason: String?

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
    guard UUID(uuidString: token) != nil else { throw ValidationError("token must be a UUID") }
    for (name, value) in [("author", author), ("reason", reason)] {
      guard !withdraw || value != nil else {
        throw ValidationError("--withdraw needs --\(name)")
      }
      if let fault = value.flatMap(PlainName.fault(recording:)) {
        throw ValidationError("--\(name) \(fault)")
      }
    }
  }

  func run() async throws {
    guard let token = UUID(uuidString: token) else { return }
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      if withdraw, let author, let reason {
        try await withdraw(token, of: bundleID, by: composition.intake, author, reason)
      } else {
        try await composition.requireName(AccountID(account), of: bundleID)
        try await register(token, of: bundleID, by: composition.intake)
      }
    }
  }

  private func register(_ token: UUID, of bundleID: BundleID, by intake: Intake) async throws {
    let outcome = try await intake.tokens.register(
      token: token, for: AccountID(account), of: bundleID, in: environment.value,
      signed: ActSignature(by: author, because: reason))
    guard case .registered(let brought, _) = outcome else {
      throw Failure("the token names another account, or is a known account itself")
    }
    try Printing.text("The token names \(account). It brought along: \(listed(brought)).")
  }

  private func withdraw(
    _ token: UUID, of bundleID: BundleID, by intake: Intake, _ author: String, _ reason: String
  ) async throws {
    let outcome = try await intake.tokens.withdraw(
      token: token, from: AccountID(account), of: bundleID, in: environment.value, author: author,
      reason: reason)
    guard case .withdrawn(_, let kept, _) = outcome else {
      throw Failure("the token is not registered to \(account)")
    }
    try Printing.text("The token names no account. \(account) keeps: \(listed(kept)).")
  }

  private func listed(_ chains: [OriginalTransactionID]) -> String {
    chains.isEmpty ? "no purchase" : chains.map(\.rawValue).joined(separator: ", ")
  }
}
