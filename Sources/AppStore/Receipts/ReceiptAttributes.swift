/// The attributes of an app receipt, or of one purchase in the receipt: values by type.
///
/// Attributes of unknown types are skipped. An attribute with an empty value counts as missing.
struct ReceiptAttributes {
  /// The types that this program reads.
  enum Kind: Int {
    case environment = 0
    case appAppleID = 1
    case bundleID = 2
    case applicationVersion = 3
    case opaqueValue = 4
    case hash = 5
    case creationDate = 12
    /// One set of attributes per purchase.
    case purchase = 17
    case originalPurchaseDate = 18
    case originalApplicationVersion = 19
    case expirationDate = 21

    case quantity = 1701
    case productID = 1702
    case transactionID = 1703
    case purchaseDate = 1704
    case originalTransactionID = 1705
    case originalTransactionPurchaseDate = 1706
    case productKind = 1707
    case expiresDate = 1708
    case webOrderLineItemID = 1711
    case cancellationDate = 1712
    case isTrial = 1713
    case isIntroductory = 1719
    case promotionalOfferID = 1721
  }

  /// The largest number of attributes in one set.
  private static let countMax = 20_000

  /// The types of the attributes, apart from the values, so that looking for one reads nothing else.
  private let types: [Int64]
  /// The values, side by side with the types; nil for one that is not an octet string.
  private let values: [ArraySlice<UInt8>?]

  /// - Parameter set: the encoded set of attributes.
  init(_ set: ArraySlice<UInt8>) throws(MalformedBER) {
    var members = try BERReader.only(set).members(of: BERElement.Tag.set)
    var types: [Int64] = []
    var values: [ArraySlice<UInt8>?] = []
    while let member = try members.next() {
      guard types.count < Self.countMax else { throw MalformedBER() }
      var fields = try member.members(of: BERElement.Tag.sequence)
      guard let type = try fields.next()?.integer else { throw MalformedBER() }
      types.append(type)
      values.append(Self.value(&fields))
    }
    (self.types, self.values) = (types, values)
  }

  /// Returns the values of all attributes of this type.
  func values(_ kind: Kind) throws(ReceiptError) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    for index in types.indices where types[index] == kind.rawValue {
      guard let value = values[index] else { throw .unreadableAttribute(kind.rawValue) }
      if !value.isEmpty { found.append(value) }
    }
    return found
  }

  func text(_ kind: Kind) throws(ReceiptError) -> String? {
    try value(kind) { $0.text }
  }

  func integer(_ kind: Kind) throws(ReceiptError) -> Int64? {
    try value(kind) { $0.integer }
  }

  func date(_ kind: Kind) throws(ReceiptError) -> Timestamp? {
    try value(kind) { $0.textOctets.flatMap(RFC3339Date.timestamp) }
  }

  /// Returns true for 1 and false for any other number.
  func flag(_ kind: Kind) throws(ReceiptError) -> Bool? {
    try integer(kind).map { $0 == 1 }
  }

  /// Returns the value as it is, for types whose value is not encoded further.
  func octets(_ kind: Kind) throws(ReceiptError) -> [UInt8]? {
    try values(kind).first.map(Array.init)
  }

  /// Returns the first attribute of this type whose content is not empty.
  private func value<Value>(
    _ kind: Kind, _ read: (BERElement) -> Value?
  ) throws(ReceiptError) -> Value? {
    for index in types.indices where types[index] == kind.rawValue {
      guard let encoded = values[index] else { throw .unreadableAttribute(kind.rawValue) }
      if encoded.isEmpty { continue }
      // The reason why the element cannot be read adds nothing to the attribute's type.
      guard let element = try? BERReader.only(encoded) else {
        throw .unreadableAttribute(kind.rawValue)
      }
      if element.contentRange.isEmpty { continue }
      guard let value = read(element) else { throw .unreadableAttribute(kind.rawValue) }
      return value
    }
    return nil
  }

  /// Returns the value after an attribute's type; nil if it is not an octet string, which is an error
  /// only if the type is one that is read.
  private static func value(_ fields: inout BERReader) -> ArraySlice<UInt8>? {
    do {
      _ = try fields.next(BERElement.Tag.integer)  // the attribute's version
      return try fields.next()?.octets(BERElement.Tag.octetString)
    } catch {
      return nil
    }
  }
}
