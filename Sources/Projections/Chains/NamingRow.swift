import Foundation
import Ledger
import Postgres

/// A row about a name from one stream. The rows of a name join in any order.
struct NamingRow: Hashable, RowDecodable {
  enum Kind: Int16, CaseIterable {
    /// The alias belongs to the account, or is claimed by it, in this generation of the alias.
    case alias = 0
    /// The name was freed, which began this generation.
    case freed = 1
    /// The alias was merged into the account by the merge of this number.
    case merged = 2
    /// The merge of the alias into the account was undone by this number.
    case unmerged = 3
  }

  let stream: UUID
  private let kind: Int16
  private let account: UUID
  let alias: UUID
  /// The generation of the alias, or of the name of a merge's stream.
  private let generation: Int32
  /// The number of the merge; 0 for any other row.
  private let number: Int32

  private init(
    in stream: AccountReference, _ kind: Kind, _ account: AccountReference,
    _ alias: AccountReference, generation: Int = 0, number: Int = 0
  ) {
    self.stream = stream.key
    self.kind = kind.rawValue
    self.account = account.key
    self.alias = alias.key
    self.generation = Int32(clamping: generation)
    self.number = Int32(clamping: number)
  }

  init(_ event: AliasEvent) {
    switch event {
    case .decided(let decision):
      self.init(
        in: decision.alias, .alias, decision.account, decision.alias,
        generation: decision.generation ?? 0)
    case .claimed(let claim): self.init(in: claim.account, .alias, claim.account, claim.alias)
    case .withdrawn(let withdrawal):
      self.init(
        in: withdrawal.token, .freed, withdrawal.token, withdrawal.token,
        generation: withdrawal.generation)
    case .merged(let merge):
      self.init(
        in: merge.account, merge.isUndone ? .unmerged : .merged, merge.into, merge.from,
        generation: merge.generation, number: merge.number)
    }
  }

  /// Returns nil for an erasure that frees no name.
  init?(_ erasure: AccountErased) {
    guard let generation = erasure.generation else { return nil }
    self.init(
      in: erasure.account, .freed, erasure.account, erasure.account, generation: generation)
  }

  /// Reads the columns stream, kind, account, alias, generation and number.
  init(_ columns: inout ColumnReader) throws {
    stream = try columns.next()
    kind = try columns.next()
    account = try columns.next()
    alias = try columns.next()
    generation = try columns.next()
    number = try columns.next()
  }

  /// Applies the row to the aliases of its stream.
  func apply(to aliases: inout AccountAliases) {
    let (account, alias) = (AccountReference(key: account), AccountReference(key: alias))
    switch Kind(rawValue: kind) {
    case .alias: aliases.apply(account: account, alias: alias, generation: Int(generation))
    case .freed: aliases.begin(generation: Int(generation))
    case .merged: applyMerge(of: alias, into: account, isUndone: false, to: &aliases)
    case .unmerged: applyMerge(of: alias, into: account, isUndone: true, to: &aliases)
    case nil: break
    }
  }

  private func applyMerge(
    of from: AccountReference, into: AccountReference, isUndone: Bool,
    to aliases: inout AccountAliases
  ) {
    aliases.applyMerge(
      of: from, into: into, number: Int(number), generation: Int(generation), isUndone: isUndone)
  }

  /// The columns of rows, side by side.
  static func columns(
    _ rows: [NamingRow]
  ) -> (
    streams: [UUID], kinds: [Int16], accounts: [UUID], aliases: [UUID], generations: [Int32],
    numbers: [Int32]
  ) {
    (
      rows.map(\.stream), rows.map(\.kind), rows.map(\.account), rows.map(\.alias),
      rows.map(\.generation), rows.map(\.number)
    )
  }
}
