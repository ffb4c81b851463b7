import ArgumentParser
import Server

/// The commands about the file of master keys.
struct KeyringCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keyring", abstract: "Create the file of master keys, and add keys to it.",
    subcommands: [KeyringCreate.self, KeyringRotate.self])
}

struct KeyringCreate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create a file with a random master key.",
    discussion: """
      The file is readable by its owner only and never overwritten. Every host of a ledger needs the \
      same file. Keep a copy apart from the database and its backups.
      """)

  @Argument(help: "The file to create, for DAICHO_ENCRYPTION_KEY_FILE.", completion: .file())
  var file: String
  @Option(help: "The id of the key; by default a fingerprint of it.")
  var id: String?
  @Flag(help: "Print {\"file\",\"keys\"}: ids only.")
  var json = false

  func run() throws {
    let ids = try NewKeyFile(creating: file, id: id).ids
    try Printing.show(
      KeyFileAnswer(file: file, keys: ids),
      lines: [
        "Created \(file) with the master key \(ids[0]).",
        "Copy it to every host of this ledger, and keep a copy apart from the database: without it no "
          + "evidence can be read.",
      ], asJSON: json)
  }
}

struct KeyringRotate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate", abstract: "Put a random master key before those of a file.",
    discussion: """
      Afterwards copy the file to every host, restart the servers, and run `daicho evidence rewrap`. \
      Only then the older lines may be removed.
      """)

  @Argument(help: "The file of DAICHO_ENCRYPTION_KEY_FILE.", completion: .file())
  var file: String
  @Option(help: "The id of the key; by default a fingerprint of it.")
  var id: String?
  @Flag(help: "Print {\"file\",\"keys\"}: ids only, the sealing one first.")
  var json = false

  func run() throws {
    let ids = try NewKeyFile(rotating: file, id: id).ids
    try Printing.show(
      KeyFileAnswer(file: file, keys: ids),
      lines: [
        "\(ids[0]) seals from now on; still opened: \(ids.dropFirst().joined(separator: ", ")).",
        "Copy \(file) to every host, restart the servers, and run `daicho evidence rewrap`.",
      ], asJSON: json)
  }
}

/// A file of master keys, as printed.
private struct KeyFileAnswer: Encodable {
  let file: String
  /// The ids of the keys in the order of the file. The first key seals, all open.
  let keys: [String]
}
