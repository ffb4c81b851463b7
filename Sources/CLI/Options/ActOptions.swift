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

  /// Throws if a person accepts differences, which is a forced act, without a valid name or without a
  /// reason.
  func validate(accepting author: String?) throws {
    guard let author else { return }
    if let fault = PlainName.fault(recording: author) {
      throw ValidationError("--expect-differences \(fault)")
    }
    guard reason != nil else {
      throw ValidationError("--expect-differences needs --reason: say why they are accepted")
    }
  }

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

/// The person who decides. `--author` is an earlier name of the option.
struct DeciderOption: ParsableArguments {
  @Option(
    name: [.customLong("by"), .customLong("author")],
    help: "The person who decides; by default the login's name.")
  var name: String?

  func validate() throws { try ActSignature.check(name, nil, "reason") }
}

/// The person who decides, and the reason, which every decision of this kind needs.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var decider: DeciderOption
  @Option(help: "The reason.")
  var reason: String

  func validate() throws { try ActSignature.check(nil, reason, "reason") }

  var author: ActAuthor { ActSignature(by: decider.name, because: nil).author }
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
