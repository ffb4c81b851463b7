import ArgumentParser
import Foundation
import HTTP
import Ledger

/// The person who acts, and the reason, which are recorded with the act.
struct ActOptions: ParsableArguments {
  @Option(help: "The person who acts; by default the login's name.")
  var by: String?
  @Option(help: "The reason.")
  var reason: String?

  func validate() throws { try ActSignature.check(by, reason, "reason") }

  var signature: ActSignature { ActSignature(by: by, because: reason) }
}

/// The person who acts, and the reason, of a command whose --reason selects something else.
struct ActBecauseOptions: ParsableArguments {
  @Option(help: "The person who acts; by default the login's name.")
  var by: String?
  @Option(help: "The reason of the act.")
  var because: String?

  func validate() throws { try ActSignature.check(by, because, "because") }

  var signature: ActSignature { ActSignature(by: by, because: because) }
}

extension ActSignature {
  init(by name: String?, because reason: String?) {
    self.init(ActAuthor(name: name ?? NSUserName()), because: reason)
  }

  fileprivate static func check(_ name: String?, _ reason: String?, _ option: String) throws {
    for (option, text) in [("by", name), (option, reason)] {
      guard let text, let fault = PlainName.fault(recording: text) else { continue }
      throw ValidationError("--\(option) \(fault)")
    }
  }
}
