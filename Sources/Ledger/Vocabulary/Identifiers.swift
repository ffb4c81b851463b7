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
    left.rawValue.compare(right.rawValue) { $0.lexicographicallyPrecedes($1) }
  }
  package static func == (left: Self, right: Self) -> Bool {
    left.rawValue.compare(right.rawValue) { $0.count == $1.count && $0.elementsEqual($1) }
  }
  package func hash(into hasher: inout Hasher) {
    var text = rawValue
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Compares the bytes of two texts, without a copy of either.
  fileprivate func compare(
    _ other: String, _ compare: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in compare(left, right) } }
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
