import CZlib

/// The memory of zlib's streams: one block, allocated piece by piece and freed in one step.
final class StreamMemory {
  /// The size of the block, more than twice the need of zlib and its variants. Untouched memory
  /// costs nothing.
  private static let capacity = 1 << 20
  private static let alignment = 64

  private let block = UnsafeMutableRawPointer.allocate(
    byteCount: capacity, alignment: alignment)
  private(set) var used = 0

  deinit {
    block.deallocate()
  }

  /// Returns a stream that allocates its memory here and must not outlive this object.
  func stream() -> z_stream {
    var stream = z_stream()
    stream.opaque = Unmanaged.passUnretained(self).toOpaque()
    stream.zalloc = { memory, items, size in
      guard let memory else { return nil }
      return Unmanaged<StreamMemory>.fromOpaque(memory).takeUnretainedValue()
        .take(Int(items) * Int(size))
    }
    stream.zfree = { _, _ in }
    return stream
  }

  /// Frees everything allocated since `used` had this value.
  func takeBack(to used: Int) {
    self.used = used
  }

  private func take(_ count: Int) -> UnsafeMutableRawPointer? {
    let start = (used + Self.alignment - 1) / Self.alignment * Self.alignment
    guard count <= Self.capacity - start else { return nil }
    used = start + count
    return block + start
  }
}
