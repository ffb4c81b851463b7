import CZlib

/// A raw inflater (RFC 1951) with a dictionary.
struct Inflater: ~Copyable {
  /// A window of 32 KiB, the largest that a writer can use.
  private static let windowBits: Int32 = 15
  /// The greatest growth of a deflate stream, as zlib's authors state.
  private static let growthMax = 1032

  private let dictionary: [UInt8]
  private let stream: UnsafeMutablePointer<z_stream>

  /// Returns nil if there is no memory.
  init?(dictionary: [UInt8]) {
    self.dictionary = dictionary
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard
      inflateInit2_(
        stream, -Self.windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses a text. Returns nil unless the stream holds exactly `count` bytes and nothing
  /// follows.
  func decompress(_ compressed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    guard count > 0, count <= (compressed.count + 1) * Self.growthMax,
      inflateReset(stream) == Z_OK,
      inflateSetDictionary(stream, dictionary, UInt32(dictionary.count)) == Z_OK,
      let available = UInt32(exactly: compressed.count), let capacity = UInt32(exactly: count)
    else { return nil }
    var isWhole = false
    let text = compressed.withUnsafeBufferPointer { compressed in
      [UInt8](unsafeUninitializedCapacity: count) { target, written in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: compressed.baseAddress)
        stream.pointee.avail_in = available
        stream.pointee.next_out = target.baseAddress
        stream.pointee.avail_out = capacity
        isWhole =
          inflate(stream, Z_FINISH) == Z_STREAM_END && stream.pointee.avail_in == 0
          && stream.pointee.avail_out == 0
        written = count - Int(stream.pointee.avail_out)
      }
    }
    return isWhole ? text : nil
  }
}
