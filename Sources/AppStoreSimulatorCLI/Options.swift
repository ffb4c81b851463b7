import AppStoreSimulator
import ArgumentParser
import Foundation

/// A failure of a command, described in a sentence.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

struct HomeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The directory of keys, certificates and configuration.", valueName: "dir"))
  var home: String

  var directory: URL { URL(filePath: home) }

  var signerHome: SignerHome { SignerHome(directory) }

  func file(_ name: String) -> URL { directory.appending(path: name) }

  /// Runs a body that reads or writes in the directory. Turns a system error into a sentence.
  func use<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch is CocoaError {
      throw CommandFailure("--home: \(home) cannot be created, read or written.")
    }
  }
}

/// The address of an open store.
struct StoreOption: ParsableArguments {
  @Option(help: ArgumentHelp("The address of the open store.", valueName: "url"))
  var appstore = ServerAddress(port: ServeCommand.portOfDefault)

  var client: StoreClient { StoreClient(url: appstore.url) }
}

/// The address of a server, such as http://127.0.0.1:8080.
struct ServerAddress: ExpressibleByArgument {
  /// The address without a trailing slash.
  let url: String

  init?(argument: String) {
    guard let parts = URL(string: argument), ["http", "https"].contains(parts.scheme),
      parts.host()?.isEmpty == false
    else { return nil }
    url = argument.hasSuffix("/") ? String(argument.dropLast()) : argument
  }

  /// Creates the address of a port on this machine.
  init(port: Int) {
    url = "http://127.0.0.1:\(port)"
  }

  var defaultValueDescription: String { url }
}

/// A file with an API key of the ledger.
struct KeyFile: ExpressibleByArgument {
  private let path: String

  init(argument: String) {
    path = argument
  }

  func key() throws -> String {
    // Every read error is reported alike.
    guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
    else { throw CommandFailure("--ledger-key-file: \(path) cannot be read.") }
    let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !key.isEmpty, key.allSatisfy({ $0.isASCII && !$0.isWhitespace }) else {
      throw CommandFailure("--ledger-key-file: \(path) holds no key.")
    }
    return key
  }
}

/// A moment, such as 2026-01-31T09:00:00Z.
struct TimeArgument: ExpressibleByArgument {
  /// Milliseconds since 1970.
  let milliseconds: Int64

  init?(argument: String) {
    guard let date = try? Date(argument, strategy: .iso8601) else { return nil }  // usage says how
    milliseconds = Int64(date.timeIntervalSince1970) * 1_000
  }
}
