import Ledger

/// A search for the column that makes a row give another digest than the one stored. A column is found if a value
/// that it has in another row, a likely one, or none gives the digest again.
struct ColumnSearch {
  /// The number of rows that lend their values.
  private static let rowsMax = 200

  private let row: EventRow
  private let others: [EventRow]
  private let original: LedgerEvent?

  /// - Parameters:
  ///   - others: rows of the same lane that match their digests.
  ///   - original: the event that the row reasserts; nil if there is none.
  init(_ row: EventRow, among others: [EventRow], reasserting original: LedgerEvent?) {
    self.row = row
    let own = others.filter { $0.stream == row.stream }
    self.others = Array((own + others).prefix(Self.rowsMax))
    self.original = original
  }

  /// Returns the name of the column; nil if no value was found that gives the digest.
  func column() -> String? {
    let searches: [() -> String?] = [
      { first(in: StringColumn.self, \.strings) }, { first(in: NumberColumn.self, \.numbers) },
      { first(in: MomentColumn.self, \.moments) }, { first(in: TextColumn.self, \.texts) },
      { optional("price", \.price) }, { optional("account_token", \.accountToken) },
      { optional("notification", \.notification) }, { optional("account", \.account) },
      { optional("extra", \.extra) }, { optional("details", \.details) },
      { optional("renewal_price", \.renewalPrice) },
      { optional("renewal_account_token", \.renewalAccountToken) },
      { optional("renewal_extra", \.renewalExtra) },
      { first("asserted_at", \.assertedAt, others.map(\.assertedAt)) },
      { first("environment", \.environment, others.map(\.environment)) },
      { first("trust", \.trust, others.map(\.trust)) },
      { first("flags", \.flags, others.map(\.flags) + (0..<64)) },
      { first("asserted_groups", \.assertedGroups, others.map(\.assertedGroups)) },
      { first("type", \.type, EventType.allCases) },
      { first("schema_version", \.schemaVersion, [1, 2]) },
    ]
    for search in searches {
      if let column = search() { return column }
    }
    return nil
  }

  /// Returns the name of the column by values that no row has, as far as they are likely: prices, dates and small
  /// numbers. Returns nil if none gives the digest.
  func columnByLikelyValue() -> String? {
    let prices: [(name: String, path: WritableKeyPath<EventRow, Int64?>)] = [
      ("price", \.price), ("renewal_price", \.renewalPrice),
    ]
    for (name, path) in prices {
      let values = LikelyValues.prices(near: row[keyPath: path]).map { Int64?.some($0) }
      if let column = first(name, path, values) { return column }
    }
    let numbers = Set(LikelyValues.numbers().map(Optional.some))
    if let column = first(in: NumberColumn.self, \.numbers, among: { _ in numbers }) {
      return column
    }
    return first(in: MomentColumn.self, \.moments) { column in
      let known: [Instant?] = [row[column], row[MomentColumn.purchaseAt], row.assertedAt]
      return Set(LikelyValues.moments(near: known.compactMap(\.self)).map(Optional.some))
    }
  }

  private func first<Column: EventColumn, Value>(
    in columns: Column.Type, _ path: WritableKeyPath<EventRow, ColumnValues<Column, Value>>
  ) -> String? {
    first(in: columns, path) { column in Set(others.map { $0[keyPath: path][column] } + [nil]) }
  }

  private func first<Column: EventColumn, Value>(
    in columns: Column.Type, _ path: WritableKeyPath<EventRow, ColumnValues<Column, Value>>,
    among values: (Column) -> Set<Value?>
  ) -> String? {
    for column in Column.allCases {
      for value in values(column) where value != row[keyPath: path][column] {
        var changed = row
        changed[keyPath: path][column] = value
        if givesDigest(changed) { return column.name }
      }
    }
    return nil
  }

  private func optional<Value: Hashable>(
    _ name: String, _ path: WritableKeyPath<EventRow, Value?>
  ) -> String? {
    first(name, path, others.map { $0[keyPath: path] } + [nil])
  }

  private func first<Value: Hashable>(
    _ name: String, _ path: WritableKeyPath<EventRow, Value>, _ values: [Value]
  ) -> String? {
    for value in Set(values) where value != row[keyPath: path] {
      var changed = row
      changed[keyPath: path] = value
      if givesDigest(changed) { return name }
    }
    return nil
  }

  private func givesDigest(_ changed: EventRow) -> Bool {
    do {
      let events =
        if let original { [try changed.event(reasserting: original)] } else {
          try JoinedRow.split(changed).map { row throws(StoredEventError) in try row.event() }
        }
      return JoinedRow.digest(of: events.map(\.digest)) == row.digest
    } catch {
      return false
    }
  }
}
