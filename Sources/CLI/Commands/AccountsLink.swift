import ArgumentParser
import HTTP
import Intake
import Ledger
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

  func validate() throws {
    if let fault = PlainName.fault(seeking: account) { throw ValidationError("account \(fault)") }
  }

  func run() async throws {
    try await Composition.with(try options.settings(), app: purchase.app) { composition, bundleID in
      try await composition.requireName(AccountID(account), of: bundleID)
      let outcome = try await composition.intake.links.assign(
        OriginalTransactionID(purchase.purchase), to: AccountID(account), of: bundleID,
        in: purchase.environment.value, withCoins: withCoins, author: decided.author,
        reason: decided.reason)
      try outcome.demandLinked(purchase.purchase)
      try Printing.text("Purchase \(purchase.purchase) belongs to \(account).")
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

  func run() async throws {
    try await Composition.with(try options.settings(), app: purchase.app) { composition, bundleID in
      let outcome = try await composition.intake.links.undoLink(
        of: OriginalTransactionID(purchase.purchase), of: bundleID,
        in: purchase.environment.value, author: decided.author, reason: decided.reason)
      try outcome.demandLinked(purchase.purchase)
      try Printing.text("Purchase \(purchase.purchase) belongs to its previous owner again.")
    }
  }
}

extension LinkOutcome {
  fileprivate func demandLinked(_ purchase: String) throws {
    switch self {
    case .linked: return
    case .unknown: throw Failure("no purchase \(purchase) is known in that app and environment")
    case .rejected(.nothingToUndo):
      throw Failure("purchase \(purchase) is with its first owner: there is nothing to undo")
    case .rejected(let rejection): throw Failure("it was rejected: \(rejection.code)")
    }
  }
}
