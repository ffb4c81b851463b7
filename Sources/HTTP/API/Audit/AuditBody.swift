import Ledger
package import Projections

/// The JSON form of an act of a person.
package struct AuditEntryBody: Encodable, Sendable {
  package let event: String
  package let at: String
  package let act: String
  @Nullable package private(set) var object: String?
  /// Nil for an event of before authors were recorded.
  @Nullable package private(set) var by: String?
  /// The id of the API key; nil at the command line.
  @Nullable package private(set) var key: String?
  @Nullable package private(set) var secondPerson: String?
  @Nullable package private(set) var secondKey: String?
  @Nullable package private(set) var reason: String?
  package let values: [String: String]

  package init(_ entry: AuditEntry) {
    event = entry.event.description
    at = entry.recordedAt.description
    act = entry.act
    object = entry.object
    by = entry.author?.name
    key = entry.author?.key
    secondPerson = entry.secondPerson?.name
    secondKey = entry.secondPerson?.key
    reason = entry.reason
    values = entry.values
  }

  package var line: String {
    let persons = [by ?? "not recorded", secondPerson.map { "and \($0)" }].compactMap(\.self)
    let told = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return
      ([at, act, object, "by \(persons.joined(separator: " "))"].compactMap(\.self) + told
      + [reason.map { "because \($0)" }].compactMap(\.self)).joined(separator: "  ")
  }
}

/// The JSON form of a page of acts, the newest last.
package struct AuditBody: Encodable, Sendable {
  package struct Unreadable: Encodable, Sendable {
    package let event: String
    package let reason: String

    package var line: String { "Event \(event) cannot be read: \(reason)" }
  }

  package let acts: [AuditEntryBody]
  @Nullable private(set) var next: String?
  /// The events that cannot be read.
  package let unreadable: [Unreadable]

  package init(_ page: AuditReader.Page) {
    acts = page.entries.map(AuditEntryBody.init)
    next = page.next?.description
    unreadable = page.unreadable.map {
      Unreadable(event: $0.event.description, reason: $0.reason)
    }
  }

  /// The cursor of the next page; nil at the end.
  package var nextCursor: String? { next }

  package var lines: [String] {
    let lines = acts.map(\.line) + (nextCursor.map { ["More: --after \($0)"] } ?? [])
    guard lines.isEmpty else { return lines }
    return [unreadable.isEmpty ? "Nobody did anything by hand." : "No act that can be read."]
  }
}
