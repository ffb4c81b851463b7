import SwiftASN1

/// The attributes of an app receipt, or of one purchase in the receipt: values by type.
///
/// All parts are decoded with the basic encoding rules (BER): receipts from Xcode have indefinite
/// lengths.
struct ReceiptAttributes {
  enum Kind: Int {
    case environment = 0
    /// One set of attributes per purchase.
    case purchase = 17
    case transactionID = 1703
    case originalTransactionID = 1705
  }

  private let attributes: [Attribute]

  /// - Parameter set: the encoded set of attributes.
  init(_ set: ArraySlice<UInt8>) throws {
    attributes = try BER.set(BER.parse(set), identifier: .set) { nodes in
      var attributes: [Attribute] = []
      while let node = nodes.next() { attributes.append(try Attribute(node)) }
      return attributes
    }
  }

  /// - Parameter contents: a PKCS #7 message that carries the set.
  init(signed contents: [UInt8]) throws {
    try self.init(SignedMessage(BER.parse(contents)).payload)
  }

  subscript(kind: Kind) -> [ArraySlice<UInt8>] {
    attributes.filter { $0.type == kind.rawValue }.map(\.value)
  }

  /// Returns the attribute's text. Returns nil if the attribute is missing, empty or not text.
  func text(_ kind: Kind) -> String? {
    let texts = self[kind].compactMap { try? ASN1UTF8String(berEncoded: $0) }
    return texts.map { String($0) }.first { !$0.isEmpty }
  }
}

private struct Attribute {
  let type: Int
  let value: ArraySlice<UInt8>

  init(_ node: ASN1Node) throws {
    (type, value) = try BER.sequence(node, identifier: .sequence) { nodes in
      let type = try Int(berEncoded: &nodes)
      _ = try Int(berEncoded: &nodes)  // its version
      return (type, try ASN1OctetString(berEncoded: &nodes).bytes)
    }
  }
}

/// A PKCS #7 message of type signed-data (RFC 2315 §9), reduced to its payload.
private struct SignedMessage {
  private static let signedData: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 2]
  private static let data: ASN1ObjectIdentifier = [1, 2, 840, 113_549, 1, 7, 1]

  let payload: ArraySlice<UInt8>

  init(_ node: ASN1Node) throws {
    payload = try Self.content(node, of: Self.signedData) { node in
      try BER.sequence(node, identifier: .sequence) { nodes in
        _ = (nodes.next(), nodes.next())  // version and digest algorithms
        guard let carried = nodes.next() else {
          throw ASN1Error.invalidASN1Object(reason: "nothing is signed")
        }
        while nodes.next() != nil {}  // certificates and signatures
        return try Self.content(carried, of: Self.data) { node in
          try ASN1OctetString(berEncoded: node).bytes
        }
      }
    }
  }

  private static func content<Content>(
    _ node: ASN1Node, of type: ASN1ObjectIdentifier, _ read: (ASN1Node) throws -> Content
  ) throws -> Content {
    try BER.sequence(node, identifier: .sequence) { nodes in
      guard try ASN1ObjectIdentifier(berEncoded: &nodes) == type else {
        throw ASN1Error.invalidASN1Object(reason: "another type of content")
      }
      return try BER.explicitlyTagged(&nodes, tagNumber: 0, tagClass: .contextSpecific, read)
    }
  }
}
