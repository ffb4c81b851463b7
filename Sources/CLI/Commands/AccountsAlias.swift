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
      Purchases that waited under the token follow to the account, in every environment of the app. \
      --withdraw frees the token for another registration; its purchases stay with the account. An \
      event records who did either.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The game's identifier of the account.")
  var account: String
  @Argument(help: "The appAccountToken, a UUID.")
  var token: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentsOption
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
      let environments = try environment.environments(of: bundleID, in: composition)
      let tokens = composition.intake.tokens
      if withdraw, let author, let reason {
        let outcome = try await tokens.withdraw(
          token: token, from: AccountID(account), of: bundleID, in: environments, author: author,
          reason: reason)
        try show(outcome)
      } else {
        try await composition.requireName(AccountID(account), of: bundleID)
        let outcome = try await tokens.register(
          token: token, for: AccountID(account), of: bundleID, in: environments,
          signed: ActSignature(by: author, because: reason))
        try show(outcome)
      }
    }
  }

  private func show(_ outcome: TokenOutcome) throws {
    switch outcome {
    case .ofAnotherAccount(let environment):
      throw Failure(
        "the token names another account in \(environment.rawValue), or is a known account itself: "
          + "it was registered nowhere")
    case .registered(let brought, _):
      try Printing.text(["The token names \(account)."] + brought.map { line("brought", $0) })
    }
  }

  private func show(_ outcome: WithdrawalOutcome) throws {
    guard case .withdrawn(let kept, _) = outcome else {
      throw Failure("the token is not registered to \(account)")
    }
    try Printing.text(
      ["The token does not name \(account) any more."] + kept.map { line("kept", $0) })
  }

  private func line(_ verb: String, _ token: TokenChains) -> String {
    let chains = token.chains.map(\.rawValue).joined(separator: ", ")
    return "  \(token.environment.rawValue): \(verb) \(chains.isEmpty ? "no purchase" : chains)"
  }
}
