/// A compression dictionary of text that evidence repeats. Evidence compressed with a dictionary
/// needs the dictionary for reading, so the dictionary is stored beside the evidence and never
/// changes under its number.
package struct EvidenceDictionary: Sendable, Hashable {
  /// The number of the dictionary, from 1. In packed evidence 0 means no dictionary.
  package let number: UInt8
  package let bytes: [UInt8]

  package init(number: UInt8, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
  }

  /// The dictionary of Apple's field names and usual values, in Apple's order, with the marks of an
  /// `EvidenceSplitter`.
  package static let apple1 = EvidenceDictionary(number: 1, bytes: PackageResources.apple_1)
}
