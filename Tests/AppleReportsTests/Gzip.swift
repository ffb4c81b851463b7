import CZlib

/// A compressor of gzip members for fixtures.
enum Gzip {
  static func member(_ content: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    precondition(started == Z_OK)
    defer { deflateEnd(&stream) }
    let capacity = Int(deflateBound(&stream, UInt(content.count)))
    return content.withUnsafeBufferPointer { content in
      [UInt8](unsafeUninitializedCapacity: capacity) { target, written in
        stream.next_in = UnsafeMutablePointer(mutating: content.baseAddress)
        stream.avail_in = UInt32(content.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(capacity)
        let ended = deflate(&stream, Z_FINISH)
        precondition(ended == Z_STREAM_END)
        written = capacity - Int(stream.avail_out)
      }
    }
  }
}
