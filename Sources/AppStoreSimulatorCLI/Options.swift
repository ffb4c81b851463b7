import AppStoreSimulator
import ArgumentParser
import Foundation

struct HomeOption: ParsableArguments {
  @Option(help: ArgumentHelp("The directory that keeps keys and certificates.", valueName: "dir"))
  var home: String

  var signerHome: SignerHome { SignerHome(URL(filePath: home)) }
}
