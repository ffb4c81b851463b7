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
      let answer: AliasAnswer
      if withdraw, let reason {
        let outcome = try await tokens.withdraw(
          token: token, from: AccountID(account), of: bundleID, in: environments,
          author: signature.author.name, reason: reason)
        answer = try self.answer(outcome, by: composition.intake)
      } else {
        try await composition.requireName(AccountID(account), of: bundleID)
        let outcome = try await tokens.register(
          token: token, for: AccountID(account), of: bundleID, in: environments,
          signed: signature)
        answer = try self.answer(outcome, by: composition.intake)
      }
      try Printing.show(answer, lines: answer.lines, asJSON: json)
    }
  }

  private func answer(_ outcome: TokenOutcome, by intake: Intake) throws -> AliasAnswer {
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
      return AliasAnswer(
        account: account, appAccountToken: token.lowercased(), state: .registered,
        environments: brought.map { token in
          AliasAnswer.Environment(
            environment: token.environment.rawValue, brought: token.chains.map(\.rawValue))
        }, position: intake.token(position).description)
    }
  }

  private func answer(_ outcome: WithdrawalOutcome, by intake: Intake) throws -> AliasAnswer {
    guard case .withdrawn(let kept, let position) = outcome else {
      throw Failure("the token is not registered to \(account)")
    }
    return AliasAnswer(
      account: account, appAccountToken: token.lowercased(), state: .withdrawn,
      environments: kept.map { token in
        AliasAnswer.Environment(
          environment: token.environment.rawValue, kept: token.chains.map(\.rawValue))
      }, position: intake.token(position).description)
  }
}

/// The printed answer, in the form of the routes that register and withdraw.
private struct AliasAnswer: Encodable {
  enum State: String, Encodable { case registered, withdrawn }

  struct Environment: Encodable {
    let environment: String
    /// The purchases that waited under the token until now; nil for a withdrawal.
    var brought: [String]?
    /// The purchases of the token, which stay with the account; nil for a registration.
    var kept: [String]?

    var line: String {
      let chains = (brought ?? kept ?? []).joined(separator: ", ")
      return "  \(environment): \(kept == nil ? "brought" : "kept") "
        + (chains.isEmpty ? "no purchase" : chains)
    }
  }

  let account: String
  let appAccountToken: String
  let state: State
  let environments: [Environment]
  let position: String

  var lines: [String] {
    let names = state == .registered ? "The token names" : "The token does not name"
    let account = state == .registered ? "\(account)." : "\(account) any more."
    return ["\(names) \(account)"] + environments.map(\.line)
  }
}
