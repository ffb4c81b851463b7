import Foundation
import SwiftASN1

/// One attribute of an app receipt, or of a purchase in the receipt: its type and encoded value.
package struct SignableAttribute: Sendable, Hashable {
  package var type: Int
  package var value: [UInt8]

  package init(_ type: Int, _ value: [UInt8]) {
    self.type = type
    self.value = value
  }

  /// Creates an attribute with a text.
  package init(_ type: Int, text: String) throws {
    self.init(type, try Self.encoded(ASN1UTF8String(text)))
  }

  /// Creates an attribute with a text of ASCII characters, which is how Apple encodes dates.
  package init(_ type: Int, ascii text: String) throws {
    self.init(type, try Self.encoded(ASN1IA5String(text)))
  }

  /// Creates an attribute with a date, given in milliseconds since 1970. Without a date the text is
  /// empty.
  package init(_ type: Int, date milliseconds: Int64?) throws {
    let text = milliseconds.map {
      Date(timeIntervalSince1970: Double($0 / 1_000)).formatted(.iso8601)
    }
    try self.init(type, ascii: text ?? "")
  }

  package init(_ type: Int, number: Int64) throws {
    self.init(type, try Self.encoded(number))
  }

  /// Creates an attribute with a set of attributes.
  package init(_ type: Int, attributes: [SignableAttribute]) throws {
    self.init(type, try Self.encode(attributes))
  }

  /// Returns a set of attributes in this order.
  package static func encode(_ attributes: [SignableAttribute]) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.appendConstructedNode(identifier: .set) { set in
      for attribute in attributes {
        try set.appendConstructedNode(identifier: .sequence) { sequence in
          try sequence.serialize(attribute.type)
          try sequence.serialize(1)  // its version
          try sequence.serialize(ASN1OctetString(contentBytes: attribute.value[...]))
        }
      }
    }
    return serializer.serializedBytes
  }

  private static func encoded(_ value: some DERSerializable) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(value)
    return serializer.serializedBytes
  }
}
