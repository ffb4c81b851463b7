import Foundation

/// A name given by somebody else, kept byte for byte and never mixed with another kind.
///
/// Names are equal if their bytes are: two spellings of one letter are two names, as they are in every
/// digest and in the database.
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

/// Apple's id of one transaction, unique within an environment.
package struct TransactionID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a purchase chain: the first transaction of one customer in one group, or of one purchase.
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

/// An app, by its bundle identifier, compared exactly as Apple writes it.
package struct BundleID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// A player of the game, in the game's own words. An `appAccountToken` names one too.
///
/// A UUID is kept in lower case, so that the game's spelling and Apple's meet.
package struct AccountID: Identifier {
  package let rawValue: String

  package init(rawValue: String) {
    let isUUID = rawValue.utf8.count == 36 && UUID(uuidString: rawValue) != nil
    self.rawValue = isUUID ? rawValue.lowercased() : rawValue
  }
}

/// One customer's download of the app; stable over all purchases of that Apple Account in the app.
package struct AppTransactionID: Identifier {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
