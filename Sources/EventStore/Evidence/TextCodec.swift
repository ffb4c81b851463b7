/// A compressor and decompressor with one dictionary, for one call at a time.
struct TextCodec: ~Copyable {
  private let deflater: Deflater
  private let inflater: Inflater

  /// Returns nil if zlib fails.
  init?(dictionary: [UInt8]) {
    guard let deflater = Deflater(dictionary: dictionary),
      let inflater = Inflater(dictionary: dictionary)
    else { return nil }
    self.deflater = deflater
    self.inflater = inflater
  }

  /// Compresses a text. Returns nil if zlib fails.
  func compress(_ text: [UInt8]) -> [UInt8]? {
    deflater.compress(text)
  }

  /// Decompresses a text. Returns nil unless the stream holds exactly `count` bytes and nothing
  /// follows.
  func decompress(_ compressed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    inflater.decompress(compressed, count: count)
  }
}
