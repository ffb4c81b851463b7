import ArgumentParser
import HTTP
import Intake
import Ledger
import Outbox
import Server

struct AccountsLink: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Give a purchase to an account, whatever the app's policy says.",
    discussion: "Its coins stay where they are unless --with-coins moves them too.")

  @OptionGroup var options: SettingsOptions
  @Argument(help: "The game's identifier of the account.")
  var account: String
  @OptionGroup var purchase: PurchaseOptions
  @OptionGroup var decided: OperatorOptions
  @Flag(help: "Take the coins back where they are, into debt if spent, and credit them here.")
  var withCoins = false
  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: purchase.app) { composition, bundleID in
      try await composition.requireName(AccountID(account), of: bundleID)
      let id = OriginalTransactionID(purchase.purchase)
      let brought = try await composition.intake.names.makeKnown(
        AccountID(account), of: bundleID, for: purchase.environment.value, within: .everything)
      let outcome = try await composition.chainLinks.assign(
        id, to: AccountID(account), of: bundleID,
        in: purchase.environment.value, withCoins: withCoins, author: decided.author.name,
        reason: decided.reason)
      let (chain, position) = try outcome.linked(purchase.purchase)
      let answer = LinkAnswer(
        linked: chain, to: AccountID(account), bringing: brought.chains,
        position: composition.intake.token(brought.covering(position)).description)
      try Printing.show(
        answer, lines: ["Purchase \(purchase.purchase) belongs to \(account)."], asJSON: json)
    }
  }
}

struct AccountsUndo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Give a purchase back to the owner it had before its last change of owner.")

  @OptionGroup var options: SettingsOptions
  @OptionGroup var purchase: PurchaseOptions
  @OptionGroup var decided: OperatorOptions
  @Flag(help: "Print JSON.")
  var json = false

  func run() async throws {
    try await Composition.with(try options.settings(), app: purchase.app) { composition, bundleID in
      let id = OriginalTransactionID(purchase.purchase)
      let outcome = try await composition.chainLinks.undo(
        of: id, of: bundleID,
        in: purchase.environment.value, author: decided.author.name, reason: decided.reason)
      let (chain, position) = try outcome.linked(purchase.purchase)
      let answer = LinkAnswer(
        undone: chain, position: composition.intake.token(position).description)
      try Printing.show(
        answer, lines: ["Purchase \(purchase.purchase) belongs to its previous owner again."],
        asJSON: json)
    }
  }
}

extension LinkOutcome {
  /// Returns the chain and the position that covers the link. Throws unless the purchase is linked.
  fileprivate func linked(
    _ purchase: String
  ) throws -> (chain: OriginalTransactionID, position: Position) {
    switch self {
    case .linked(let chain, let position): return (chain, position)
    case .unknown: throw Failure("no purchase \(purchase) is known in that app and environment")
    case .rejected(.nothingToUndo):
      throw Failure("purchase \(purchase) is with its first owner: there is nothing to undo")
    case .rejected(let rejection): throw Failure("it was rejected: \(rejection.code)")
    }
  }
}
