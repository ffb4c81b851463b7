import Foundation

/// An identifier from outside, kept byte for byte. Each kind of identifier has a type of its own.
///
/// Identifiers are equal if their bytes are equal. Two Unicode spellings of one letter are
/// different, as they are in every digest and in the database.
package protocol Identifier:
  RawRepresentable, Hashable, Sendable, Comparable, Codable, ExpressibleByStringLiteral,
  CustomStringConvertible
where RawValue == String, StringLiteralType == String {
  init(rawValue: String)
}

extension Identifier {
  package init(_ rawValue: String) { self.init(rawValue: rawValue) }
  package init(stringLiteral value: String) { self.init(rawValue: value) }
  package var description: String { rawValue }
  package static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
  package static func == (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }
  package func hash(into hasher: inout Hasher) {
    Array(rawValue.utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

/// Apple's identifier of one transaction, unique within an environment.
package struct TransactionID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The identifier of a purchase chain: its first transaction. A chain holds the subscriptions of
/// one customer in one group, or one other purchase.
package struct OriginalTransactionID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct ProductID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

package struct SubscriptionGroupID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The bundle identifier of an app, compared exactly as Apple writes it.
package struct BundleID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The game's own identifier for a player. An `appAccountToken` is one too.
///
/// A UUID is kept in lower case, so that the game's spelling equals Apple's.
package struct AccountID: Identifier {
  package let rawValue: String

  package init(rawValue: String) {
    let isUUID = rawValue.utf8.count == 36 && UUID(uuidString: rawValue) != nil
    self.rawValue = isUUID ? rawValue.lowercased() : rawValue
  }
}

/// The identifier of one customer's download of the app. It is the same for all purchases of that
/// Apple Account in the app.
package struct AppTransactionID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A currency of the game by the game's own name, such as `gem`.
package struct Coin: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
