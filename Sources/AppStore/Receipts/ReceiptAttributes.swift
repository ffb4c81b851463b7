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

  private let attributes: [Attribute]

  /// - Parameter set: the encoded set of attributes.
  init(_ set: ArraySlice<UInt8>) throws(MalformedBER) {
    var members = try BERReader.only(set).members(of: BERElement.Tag.set)
    var attributes: [Attribute] = []
    while let member = try members.next() {
      guard attributes.count < Self.countMax else { throw MalformedBER() }
      attributes.append(try Attribute(member))
    }
    self.attributes = attributes
  }

  /// Returns the values of all attributes of this type.
  func values(_ kind: Kind) throws(ReceiptError) -> [ArraySlice<UInt8>] {
    var values: [ArraySlice<UInt8>] = []
    for attribute in attributes where attribute.type == kind.rawValue {
      guard let value = attribute.value else { throw .unreadableAttribute(kind.rawValue) }
      if !value.isEmpty { values.append(value) }
    }
    return values
  }

  func text(_ kind: Kind) throws(ReceiptError) -> String? {
    try value(kind) { $0.text }
  }

  func integer(_ kind: Kind) throws(ReceiptError) -> Int64? {
    try value(kind) { $0.integer }
  }

  func date(_ kind: Kind) throws(ReceiptError) -> Timestamp? {
    try value(kind) { $0.text.flatMap(Timestamp.init(rfc3339:)) }
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
    for attribute in attributes where attribute.type == kind.rawValue {
      guard let encoded = attribute.value else { throw .unreadableAttribute(kind.rawValue) }
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
}

private struct Attribute {
  let type: Int64
  /// The value; nil if it is not an octet string.
  let value: ArraySlice<UInt8>?

  init(_ element: BERElement) throws(MalformedBER) {
    var members = try element.members(of: BERElement.Tag.sequence)
    guard let type = try members.next()?.integer else { throw MalformedBER() }
    self.type = type
    value = Self.value(members)
  }

  private static func value(_ members: BERReader) -> ArraySlice<UInt8>? {
    var members = members
    do {
      _ = try members.next(BERElement.Tag.integer)  // the attribute's version
      return try members.next()?.octets(BERElement.Tag.octetString)
    } catch {
      return nil  // an error only if the attribute's type is one that is read
    }
  }
}
