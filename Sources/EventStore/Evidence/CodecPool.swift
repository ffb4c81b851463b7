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
