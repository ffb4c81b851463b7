/// The names of an account, as its own stream tells them: the account that the name belongs to, the
/// claimed aliases, and merges.
///
/// The events join in any order, because each decision carries its generation or number.
package struct AccountAliases: Hashable, Sendable {
  package let account: AccountReference
  /// The generation of the name. A withdrawal or an erasure begins the next one, in which the name
  /// may be decided again.
  package private(set) var generation = 0
  /// The claimed names. A claimed name is an alias only if its own stream says so.
  package private(set) var claimed: Set<AccountReference> = []
  private var decisions: [Int: AccountReference] = [:]
  private var merges: [Merge: MergeState] = [:]

  /// A merge of one account into another.
  struct Merge: Hashable {
    let from: AccountReference
    let into: AccountReference
  }

  private struct MergeState: Hashable {
    var number: Int
    /// The generation of the name in which the merge was made.
    var generation: Int
    var isUndone: Bool
  }

  package init(_ account: AccountReference) {
    self.account = account
  }

  package init(_ account: AccountReference, _ events: some Sequence<RecordedEvent>) {
    self.init(account)
    for event in events { evolve(with: event.event) }
  }

  /// The account to which the name belongs: another account, or itself; nil if nothing was decided
  /// in the present generation.
  package var aliasOf: AccountReference? { decisions[generation] }

  /// Returns true if the name belongs to an account, or did in an earlier generation.
  package func hasBeen(_ account: AccountReference) -> Bool { decisions.values.contains(account) }

  /// True if the name is an alias of another account.
  package var isAlias: Bool { aliasOf.map { $0 != account } ?? false }

  /// True if the name is an account or an alias.
  package var isKnown: Bool { aliasOf != nil }

  /// True if the name was withdrawn or erased and nothing was decided since.
  package var isFreed: Bool { aliasOf == nil && generation > 0 }

  /// The account that this account was merged into; nil if no such merge stands.
  package var mergedInto: AccountReference? { standingMerge?.merge.into }

  /// The merge of this account into another one, with its number; nil if none stands.
  var standingMerge: (merge: Merge, number: Int)? {
    merges.first { $0.key.from == account && stands($0.value) }.map { ($0.key, $0.value.number) }
  }

  /// Returns the number of the last merge or undo of two accounts that this account was told of; 0 if there is none.
  func lastNumber(of merge: Merge) -> Int { merges[merge]?.number ?? 0 }

  /// The accounts that were merged into this account, sorted.
  package var guests: [AccountReference] {
    merges.filter { $0.key.into == account && stands($0.value) }.map(\.key.from).sorted()
  }

  /// The accounts that this account was merged into by merges that no longer stand.
  package var formerTargets: Set<AccountReference> {
    Set(merges.filter { $0.key.from == account && !stands($0.value) }.map(\.key.into))
  }

  /// Returns the number of the merge of an account into this one; nil if none stands.
  package func merge(of from: AccountReference) -> Int? {
    merges[Merge(from: from, into: account)].flatMap { stands($0) ? $0.number : nil }
  }

  /// Returns true if this account is or was merged with another one.
  package func wasMerged(with other: AccountReference) -> Bool {
    merges.keys.contains { [$0.from, $0.into].contains(other) }
  }

  /// Returns true for a merge that was not undone, and that no erasure ended.
  private func stands(_ merge: MergeState) -> Bool {
    !merge.isUndone && merge.generation == generation
  }

  /// The account that answers for this name: the one it was merged into, or of which it is an
  /// alias; nil if the name answers for itself.
  package var leader: AccountReference? { mergedInto ?? (isAlias ? aliasOf : nil) }

  /// The number of changes of what the name stands for. It grows with each, in every order of the events.
  package var changeCount: Int {
    generation + decisions.count { $0.key > 0 || $0.value != account }
      + merges.reduce(0) { $0 + ($1.key.from == account ? $1.value.number : 0) }
  }

  /// The other accounts that ever answered for this name.
  package var leadersEver: Set<AccountReference> {
    Set(decisions.values).union(merges.keys.filter { $0.from == account }.map(\.into))
      .subtracting([account])
  }

  /// The number of the next merge or undo of this account as `from`.
  package var nextMerge: Int {
    (merges.filter { $0.key.from == account }.map(\.value.number).max() ?? 0) + 1
  }

  /// Applies a decision or claim about an alias and an account.
  package mutating func apply(
    account: AccountReference, alias: AccountReference, generation: Int = 0
  ) {
    guard alias == self.account else {
      claimed.insert(alias)
      return
    }
    if decisions[generation] == nil { decisions[generation] = account }
  }

  /// Begins a generation of the name, after a withdrawal or an erasure.
  package mutating func begin(generation: Int) {
    self.generation = max(self.generation, generation)
  }

  /// Applies a merge or its undo.
  package mutating func applyMerge(
    of from: AccountReference, into: AccountReference, number: Int, generation: Int,
    isUndone: Bool
  ) {
    let merge = Merge(from: from, into: into)
    guard (merges[merge]?.number ?? 0) < number else { return }
    merges[merge] = MergeState(number: number, generation: generation, isUndone: isUndone)
  }

  /// Applies an event of the account.
  package mutating func evolve(with event: LedgerEvent) {
    switch event.ofAccount?.topic {
    case .alias(.decided(let decision)):
      precondition(decision.alias == account, "aliases are those of one account")
      apply(
        account: decision.account, alias: decision.alias, generation: decision.generation ?? 0)
    case .alias(.claimed(let claim)):
      precondition(claim.account == account, "aliases are those of one account")
      apply(account: claim.account, alias: claim.alias)
    case .alias(.withdrawn(let withdrawal)): begin(generation: withdrawal.generation)
    case .alias(.merged(let merge)):
      applyMerge(
        of: merge.from, into: merge.into, number: merge.number, generation: merge.generation,
        isUndone: merge.isUndone)
    case .erasure(let erasure):
      if let generation = erasure.generation { begin(generation: generation) }
    case .claim, .coins, .consent, .promotion, nil: break
    }
  }
}
