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
  @Flag(help: "Withdraw the token; needs --reason.")
  var withdraw = false
  @OptionGroup var decider: DeciderOption
  @Option(help: "The reason.")
  var reason: String?
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
    guard UUID(uuidString: token) != nil else { throw ValidationError("token must be a UUID") }
    guard !withdraw || reason != nil else { throw ValidationError("--withdraw needs --reason") }
    if let fault = reason.flatMap(PlainName.fault(recording:)) {
      throw ValidationError("--reason \(fault)")
    }
  }

  func run() async throws {
    guard let token = UUID(uuidString: token) else { return }
    let signature = ActSignature(by: decider.name, because: reason)
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let environments = try environment.environments(of: bundleID, in: composition)
      let tokens = composition.intake.tokens
      let decided: (environments: [EnvironmentPurchases], position: Position)
      if withdraw, let reason {
        decided = try withdrawn(
          try await tokens.withdraw(
            token: token, from: AccountID(account), of: bundleID, in: environments,
            author: signature.author.name, reason: reason))
      } else {
        try await composition.requireName(AccountID(account), of: bundleID)
        decided = try registered(
          try await tokens.register(
            token: token, for: AccountID(account), of: bundleID, in: environments,
            signed: signature))
      }
      let answer = TokenAnswer(
        withdraw ? .withdrawn : .registered, token, to: AccountID(account),
        in: decided.environments,
        position: composition.intake.token(decided.position).description)
      try Printing.show(answer, lines: answer.lines(of: account), asJSON: json)
    }
  }

  private func registered(
    _ outcome: TokenOutcome
  ) throws -> (environments: [EnvironmentPurchases], position: Position) {
    switch outcome {
    case .ofAnotherAccount(let environment):
      throw Failure(
        "the token names another account in \(environment.rawValue), or is a known account itself: "
          + "it was registered nowhere by this command")
    case .takenMeanwhile(let environments):
      let places = environments.map(\.rawValue).joined(separator: " and ")
      throw Failure(
        "another request registered the token to another account in \(places) at the same time; in any "
          + "other environment of this command it names \(account)")
    case .registered(let brought, let position):
      return (brought.map(EnvironmentPurchases.init(brought:)), position)
    }
  }

  private func withdrawn(
    _ outcome: WithdrawalOutcome
  ) throws -> (environments: [EnvironmentPurchases], position: Position) {
    guard case .withdrawn(let kept, let position) = outcome else {
      throw Failure("the token is not registered to \(account)")
    }
    return (kept.map(EnvironmentPurchases.init(kept:)), position)
  }
}

extension TokenAnswer {
  fileprivate func lines(of account: String) -> [String] {
    let names =
      switch state {
      case .registered: "The token names \(account)."
      case .withdrawn: "The token does not name \(account) any more."
      }
    return [names] + environments.map(\.line)
  }
}

extension EnvironmentPurchases {
  fileprivate var line: String {
    let chains = (brought ?? kept ?? []).joined(separator: ", ")
    return "  \(environment.rawValue): \(kept == nil ? "brought" : "kept") "
      + (chains.isEmpty ? "no purchase" : chains)
  }
}
