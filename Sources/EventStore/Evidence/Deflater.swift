import CZlib

/// A raw deflater (RFC 1951) that has read a dictionary before. Each text begins with a copy of
/// that state, at half the cost of reading the dictionary again.
struct Deflater: ~Copyable {
  /// The compression level. On Apple's payloads 9 gives the same bytes as 6, and 1 a quarter more.
  private static let level: Int32 = 6
  /// A window of 16 KiB, which holds the dictionary and a notification's text.
  private static let windowBits: Int32 = 14
  private static let memoryLevel: Int32 = 6

  private let memory = StreamMemory()
  private let primed: UnsafeMutablePointer<z_stream>
  private let primedMemory: Int

  /// Returns nil if zlib fails.
  init?(dictionary: [UInt8]) {
    primed = .allocate(capacity: 1)
    primed.initialize(to: memory.stream())
    let isPrimed =
      deflateInit2_(
        primed, Self.level, Z_DEFLATED, -Self.windowBits, Self.memoryLevel, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
      && deflateSetDictionary(primed, dictionary, UInt32(dictionary.count)) == Z_OK
    primedMemory = memory.used
    guard isPrimed else { return nil }
  }

  deinit {
    primed.deallocate()
  }

  /// Compresses a text. Returns nil if zlib fails.
  func compress(_ text: [UInt8]) -> [UInt8]? {
    memory.takeBack(to: primedMemory)
    var stream = z_stream()
    return withUnsafeMutablePointer(to: &stream) { stream in
      guard deflateCopy(stream, primed) == Z_OK, let count = UInt32(exactly: text.count),
        let capacity = UInt32(exactly: deflateBound(stream, uLong(count)))
      else { return nil }
      var isWhole = false
      let compressed = text.withUnsafeBufferPointer { text in
        [UInt8](unsafeUninitializedCapacity: Int(capacity)) { target, written in
          stream.pointee.next_in = UnsafeMutablePointer(mutating: text.baseAddress)
          stream.pointee.avail_in = count
          stream.pointee.next_out = target.baseAddress
          stream.pointee.avail_out = capacity
          isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
          written = Int(capacity - stream.pointee.avail_out)
        }
      }
      return isWhole ? compressed : nil
    }
  }
}
