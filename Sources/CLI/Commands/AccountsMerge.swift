import ArgumentParser
import Foundation
import HTTP
import Intake
import Ledger
import Server

struct AccountsMerge: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge an account into another one, or undo such a merge.",
    discussion: """
      Purchases, tokens and coins of FROM follow to INTO in every environment of the app. --undo \
      moves back exactly what the merge moved, and INTO into debt if it has spent the coins.
      """)

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The account that is merged, as a guest's.")
  var from: String
  @Argument(help: "The account that it is merged into.")
  var into: String
  @Option(help: "The app's bundle id; by default the only one configured.")
  var app: String?
  @OptionGroup var environment: EnvironmentsOption
  @OptionGroup var decided: OperatorOptions
  @Flag(help: "Undo the merge.")
  var undo = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    for account in [from, into] {
      if let fault = PlainName.fault(seeking: account) {
        throw ValidationError("account \(fault)")
      }
    }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: app) { composition, bundleID in
      let intake = composition.intake
      let environments = try environment.environments(of: bundleID, in: composition)
      if !undo {
        for account in [from, into] {
          try await composition.requireName(AccountID(account), of: bundleID)
        }
      }
      let outcome =
        undo
        ? try await intake.merges.undoMerge(
          of: AccountID(from), into: AccountID(into), of: bundleID, in: environments,
          author: decided.author.name, reason: decided.reason)
        : try await intake.merges.merge(
          AccountID(from), into: AccountID(into), of: bundleID, in: environments,
          key: IdempotencyKey("accounts merge \(UUID().uuidString.lowercased())"),
          author: decided.author.name, reason: decided.reason)
      switch outcome {
      case .rejected(let rejection, let environment):
        throw Failure(
          AccountProblems.problem(of: rejection, in: environment).detail ?? "it was rejected")
      case .merged(let merged, let position):
        let answer = MergeAnswer(
          undo ? .undone : .merged, of: AccountID(from), into: AccountID(into), merged,
          position: intake.token(position).description)
        let verb = undo ? "separated from" : "merged into"
        try Printing.show(
          answer, lines: ["\(from) is \(verb) \(into)."] + answer.environments.map(\.line),
          asJSON: json)
      }
    }
  }
}

extension MergeAnswer.Environment {
  fileprivate var line: String {
    let moved = balances.map { "\($0.amount) \($0.coin)" }.joined(separator: ", ")
    return "  \(environment): \(moved.isEmpty ? "no coins" : moved)"
  }
}
