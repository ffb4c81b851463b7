/// Compresses and decompresses with one dictionary; serves one call at a time.
struct TextCodec: ~Copyable {
  private let deflater: Deflater
  private let inflater: Inflater

  /// Nil where zlib refuses.
  init?(dictionary: [UInt8]) {
    guard let deflater = Deflater(dictionary: dictionary),
      let inflater = Inflater(dictionary: dictionary)
    else { return nil }
    self.deflater = deflater
    self.inflater = inflater
  }

  /// Nil where zlib refuses.
  func compress(_ text: [UInt8]) -> [UInt8]? {
    deflater.compress(text)
  }

  /// Nil unless it holds exactly so many bytes and nothing behind them.
  func decompress(_ compressed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    inflater.decompress(compressed, count: count)
  }
}
