package import Ledger

/// An account identifier with the app and the environment that the account belongs to.
package struct AccountKey: Hashable, Sendable {
  package let environment: StoreEnvironment
  package let bundleID: BundleID
  package let account: AccountID

  package init(environment: StoreEnvironment, bundleID: BundleID, account: AccountID) {
    self.environment = environment
    self.bundleID = bundleID
    self.account = account
  }

  package var reference: AccountReference { AccountReference(environment, bundleID, account) }
}

/// An answer, with the position that the projection had reached when it answered.
package struct Answer<Value: Sendable>: Sendable {
  package let value: Value
  package let position: Position
  /// The accounts of the question that no write ever named, or that were erased since.
  package let unknown: Set<AccountKey>

  package init(_ value: Value, at position: Position, unknown: Set<AccountKey> = []) {
    self.value = value
    self.position = position
    self.unknown = unknown
  }
}

extension Answer {
  /// Returns the answers about some accounts one after another, at the position that all of them cover.
  static func list<Item: Sendable>(
    of keys: [AccountKey], _ answer: (AccountKey) async throws -> Answer<[Item]>
  ) async throws -> Answer<[Item]> where Value == [Item] {
    var answers: [Answer<[Item]>] = []
    for key in keys { answers.append(try await answer(key)) }
    return Answer(
      answers.flatMap(\.value), at: Position(commonOf: answers.map(\.position)),
      unknown: answers.reduce(into: []) { $0.formUnion($1.unknown) })
  }
}

/// A reason why a read cannot be answered now.
package enum ProjectionError: Error, Hashable, Sendable {
  /// The projection did not reach the position asked for in the time allowed.
  case positionNotReached
  /// The read asks for the knowledge of a moment that has not passed.
  case momentAhead
}
