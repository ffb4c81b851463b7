import ArgumentParser
import Foundation

/// The options of the ledger under test.
struct LedgerOptions: ParsableArguments {
  @Option(help: "The port the ledger listens on.")
  var port = 18_080
  @Option(help: "The daicho to be tested; by default the one beside this program.")
  var binary: String?

  var program: URL {
    let own = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    return binary.map { URL(filePath: $0) } ?? own.appending(path: "daicho")
  }

  /// The folder of this drill alone.
  var home: URL {
    FileManager.default.temporaryDirectory
      .appending(path: "daicho-chaos-\(ProcessInfo.processInfo.processIdentifier)")
  }
}
