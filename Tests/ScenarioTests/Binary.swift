import Foundation

/// The programs that lie beside the one that runs the tests.
enum Binary {
  static var daicho: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "daicho")
  }
}
