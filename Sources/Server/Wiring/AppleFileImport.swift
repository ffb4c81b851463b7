import Foundation
import HTTP
package import Projections

/// The import of a folder of Apple's report files.
package struct AppleFileImport: Sendable {
  private let files: AppleFileStore

  package init(to files: AppleFileStore) {
    self.files = files
  }

  /// Keeps every file of a folder. Returns a sentence about it.
  ///
  /// Throws for a file that cannot be read or is no report, with its name. What was imported before it
  /// stays.
  package func run(folder: String) async throws -> String {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw WrongUsage("\(folder) cannot be read: --apple-files names a folder of report files")
    }
    var (added, known) = (0, 0)
    for name in names.sorted() where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let contents = FileManager.default.contents(atPath: path) else {
        throw WrongUsage("\(path) cannot be read: leave only report files in the folder")
      }
      do {
        if try await files.add([UInt8](contents), named: name) { added += 1 } else { known += 1 }
      } catch let error as AppleFileRejection {
        throw Failure("\(path): \(error); leave only report files of Apple's in the folder")
      }
    }
    return "\(added) files imported, \(known) known already"
  }
}
