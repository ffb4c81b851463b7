import Foundation

/// The committed inputs of the fuzz targets.
///
/// The simulator signed the receipts, and no input holds anything of a real customer. An input that
/// once broke a reader stays here.
enum FuzzCorpus {
  static let folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fuzzing")

  /// Returns the inputs of a target by the names of their files.
  static func inputs(of target: FuzzTarget) throws -> [String: [UInt8]] {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "Corpus/\(target)"), includingPropertiesForKeys: nil)
    return try Dictionary(
      uniqueKeysWithValues: files.map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) })
  }
}
