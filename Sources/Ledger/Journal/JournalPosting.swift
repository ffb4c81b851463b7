/// An amount in one account of the journal.
package struct JournalPosting: Hashable, Sendable {
  package let account: JournalAccount
  /// The amount in milliunits: a debit is positive, a credit negative.
  package let amount: Int128

  package init(_ account: JournalAccount, _ amount: Int128) {
    self.account = account
    self.amount = amount
  }

  /// Returns the postings of an entry, or of several entries of one kind, without empty ones. Their sum
  /// is zero.
  ///
  /// - Parameter isDeferred: true if the price is earned over a time of service.
  package static func postings(
    of kind: JournalEntry.Kind, price: Int128, tax: Int128, commission: Int128, isDeferred: Bool
  ) -> [JournalPosting] {
    let sign: Int128 = kind.isAdded ? 1 : -1
    let counterpart: JournalAccount =
      switch kind {
      case .charge: isDeferred ? .deferredRevenue : .revenue
      case .refund, .reversal: .refunds
      case .upgrade: .upgrades
      }
    return [
      JournalPosting(.receivable, sign * (price - tax - commission)),
      JournalPosting(.commission, sign * commission),
      JournalPosting(.tax, sign * tax),
      JournalPosting(counterpart, -sign * price),
    ].filter { $0.amount != 0 }
  }

  /// Returns the postings by which deferred prices were earned, or given back before they were earned.
  package static func postings(recognizing earned: Int128, refunding returned: Int128)
    -> [JournalPosting]
  {
    [
      JournalPosting(.deferredRevenue, earned + returned), JournalPosting(.revenue, -earned),
      JournalPosting(.refunds, -returned),
    ].filter { $0.amount != 0 }
  }

  /// Returns the postings by which Apple settled proceeds, none for zero. Their sum is zero.
  package static func postings(settling amount: Int128) -> [JournalPosting] {
    [JournalPosting(.settled, amount), JournalPosting(.receivable, -amount)]
      .filter { $0.amount != 0 }
  }
}

extension [JournalPosting] {
  /// One posting for each account, in the order of the accounts, without empty ones.
  package var summed: [JournalPosting] {
    let sums = Dictionary(map { ($0.account, $0.amount) }, uniquingKeysWith: +)
    return JournalAccount.allCases.compactMap { account in
      sums[account].flatMap { $0 == 0 ? nil : JournalPosting(account, $0) }
    }
  }
}

extension JournalEntry.Kind {
  /// True for what the customer paid, false for what was given back.
  package var isAdded: Bool { self == .charge || self == .reversal }
}
