import ArgumentParser

/// The commands about accounts.
struct Accounts: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show, link, merge, name, review and erase accounts.",
    subcommands: [
      AccountsShow.self, AccountsLink.self, AccountsMerge.self, AccountsUndo.self,
      AccountsAlias.self, AccountsReview.self, AccountsErase.self,
    ])
}
