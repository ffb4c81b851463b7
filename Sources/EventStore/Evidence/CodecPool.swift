import Synchronization

/// A pool of codecs with one dictionary, kept between calls because their memory is costly to set
/// up.
final class CodecPool: Sendable {
  private final class Slot: Sendable {
    let codec = Mutex<TextCodec?>(nil)
  }

  let dictionary: EvidenceDictionary
  private let slots: [Slot]

  init(_ dictionary: EvidenceDictionary, size: Int = 8) {
    self.dictionary = dictionary
    slots = (0..<size).map { _ in Slot() }
  }

  /// Lends an idle codec, or a new one if all are lent. Returns nil if there is no memory for a
  /// codec.
  func withCodec<Result: Sendable>(_ use: @Sendable (borrowing TextCodec) -> Result?) -> Result? {
    for slot in slots {
      let answer = slot.codec.withLockIfAvailable { codec -> Result?? in
        if codec == nil { codec = TextCodec(dictionary: dictionary.bytes) }
        return .some(Self.lend(codec, to: use))
      }
      if let answer { return answer ?? nil }
    }
    return Self.lend(TextCodec(dictionary: dictionary.bytes), to: use)
  }

  private static func lend<Result>(
    _ codec: borrowing TextCodec?, to use: @Sendable (borrowing TextCodec) -> Result?
  ) -> Result? {
    switch codec {
    case .some(let codec): use(codec)
    case nil: nil
    }
  }
}

/// A compression dictionary of text that evidence repeats. Evidence compressed with a dictionary
/// needs the dictionary for reading, so the dictionary is stored beside the evidence and never
/// changes under its number.
package struct EvidenceDictionary: Sendable, Hashable {
  /// The number of the dictionary, from 1. In packed evidence 0 means no dictionary.
  package let number: UInt8
  package let bytes: [UInt8]

  /// The dictionary of Apple's field names and usual values, in Apple's order, with the marks of an
  /// `EvidenceSplitter`.
  package static let apple1 = EvidenceDictionary(number: 1, bytes: PackageResources.apple_1)
}
