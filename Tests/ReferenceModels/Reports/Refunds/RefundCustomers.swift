import Ledger

/// The customers of refunds, as they were known at the cut: the accounts that had the chains, the coins that they
/// owed, and how many of their purchases Apple had refunded by the end of the time.
struct RefundCustomers {
  struct Customer {
    /// Empty for an account without a name.
    let name: String
    let owed: [Coin: Int128]
    let refunds: Int
  }

  private let owners: [ChainID: AccountReference]
  private let customers: [AccountReference: Customer]

  init(
    _ facts: ModelReportFacts, _ book: RefundBook, _ question: ModelReportQuestion,
    _ mutation: DebtMutation?
  ) {
    let accounts = RefundAccounts(
      book.events, among: facts.events, app: question.app, environment: question.environment)
    let coins = CoinBook(
      book.events, before: question.to, app: question.app, environment: question.environment,
      mutation: mutation)
    let chains = Dictionary(
      book.purchases.values.map { ($0.chain.chain, $0.chain) }, uniquingKeysWith: { $1 })
    let forgotten = RefundAccounts(
      facts.events, among: facts.events, app: question.app, environment: question.environment
    ).erased
    let owners = chains.compactMapValues { chain in
      accounts.owner(of: chain).flatMap { forgotten.contains($0) ? nil : $0 }
    }
    self.owners = owners
    customers = Dictionary(
      uniqueKeysWithValues: Set(owners.values).map { account in
        let refunded = book.purchases.values.filter { purchase in
          owners[purchase.chain.chain] == account
            && purchase.isRefunded(
              before: question.to, countingReversed: mutation == .countsReversedRefunds)
        }
        let debts = coins.purses.filter { $0.key.account == account }.map { name, purse in
          (name.coin, purse.loans.reduce(Int128(0)) { $0 + $1.amount })
        }
        return (
          account,
          Customer(
            name: facts.names[account]?.rawValue ?? "",
            owed: Dictionary(debts, uniquingKeysWith: +), refunds: refunded.count)
        )
      })
  }

  /// Returns nil if no account has the chain, or one whose name was forgotten since.
  func customer(of chain: ChainID) -> Customer? { owners[chain].flatMap { customers[$0] } }
}
