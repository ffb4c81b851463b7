/// A zip archive in memory (APPNOTE 6.3, without its extensions for large files). The same files make the same bytes,
/// since no time of them is told.
struct ZipArchive {
  /// A reason why an archive cannot be made.
  enum Fault: Error {
    /// zlib has failed.
    case compression
    /// A file or the whole archive has 4 GiB or more.
    case tooLarge
  }

  private static let fileSignature: UInt32 = 0x0403_4B50
  private static let directorySignature: UInt32 = 0x0201_4B50
  private static let endSignature: UInt32 = 0x0605_4B50
  /// The version of the form that a reader must know: 2.0, for compressed files.
  private static let version: UInt16 = 20
  private static let deflated: UInt16 = 8
  /// Midnight of 1980-01-01, the first moment that an archive can tell: its time, then its day.
  private static let noTime: [UInt16] = [0, 0x21]

  private var bytes: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  /// Adds a file, which `write` writes piece by piece.
  ///
  /// - Parameter name: the path of the file within the archive, in ASCII.
  mutating func add(_ name: String, _ write: (inout ZipEntry) throws -> Void) throws {
    var entry = try ZipEntry()
    try write(&entry)
    try entry.end()
    var about = Self.fields([Self.version, 0, Self.deflated] + Self.noTime)
    about += Self.fields([
      entry.checksum, try Self.size(entry.compressed.count), try Self.size(entry.size),
    ])
    about += Self.fields([UInt16(name.utf8.count), 0])
    directory += Self.fields([Self.directorySignature]) + Self.fields([Self.version]) + about
    directory += Self.fields([0, 0, 0] as [UInt16]) + Self.fields([0, try Self.size(bytes.count)])
    directory += name.utf8
    bytes += Self.fields([Self.fileSignature]) + about
    bytes += name.utf8
    bytes += entry.compressed
    count += 1
  }

  /// Returns the bytes of the whole archive: the files, then their directory.
  consuming func finish() throws(Fault) -> [UInt8] {
    let start = try Self.size(bytes.count)
    let size = try Self.size(directory.count)
    bytes += directory
    bytes += Self.fields([Self.endSignature]) + Self.fields([0, 0, count, count])
    bytes += Self.fields([size, start]) + Self.fields([0] as [UInt16])
    return bytes
  }

  private static func size(_ count: Int) throws(Fault) -> UInt32 {
    guard let size = UInt32(exactly: count) else { throw .tooLarge }
    return size
  }

  /// Returns numbers as an archive writes them, the lowest byte first.
  private static func fields<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    numbers.flatMap { withUnsafeBytes(of: $0.littleEndian) { Array($0) } }
  }
}
