import AppStoreSimulator
import ArgumentParser
import Foundation

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "root",
    abstract: "Write the root certificate that a ledger has to trust.",
    discussion: """
      Keys and certificates are made at the first use and kept in the home directory, so that \
      everything signed later stands under the same root.
      """)

  @OptionGroup var home: HomeOption
  @Option(help: ArgumentHelp("Where to write the certificate, as PEM.", valueName: "file"))
  var out: String

  func run() throws {
    let certificate = try home.signerHome.rootCertificatePEM()
    try Data(certificate.utf8).write(to: URL(filePath: out), options: .atomic)
  }
}
