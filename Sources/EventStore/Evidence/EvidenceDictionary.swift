/// Text that bodies repeat, known before the first of them; what compresses with it needs it to be
/// read again, so it is stored beside them and never changed under its number.
package struct EvidenceDictionary: Sendable, Hashable {
  /// From 1; 0 says "none" in a body.
  package let number: UInt8
  package let bytes: [UInt8]

  package init(number: UInt8, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }

  /// Apple's field names and usual values, in Apple's order, with the marks of a `Dissection`.
  package static let apple1 = EvidenceDictionary(number: 1, bytes: PackageResources.apple_1)
}
