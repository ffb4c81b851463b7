import Logging

/// The warnings that a server logs when it starts, for operators who do not run `daicho doctor`.
struct StartupWarnings {
  private let findings: [Finding]

  init(_ settings: Settings) {
    findings =
      [FileExamination(settings).masterKey()].compactMap(\.self)
      + settings.trustRoots.compactMap { root in
        root.warning.map { .warn("trust root \(root.path)", $0, remedy: root.remedy) }
      } + AppleURLExamination(settings).findings()
  }

  /// Logs each finding in a line, with its remedy.
  func log(to logger: Logger) {
    for finding in findings {
      logger.warning(
        "\(finding.check): \(finding.found)",
        metadata: finding.remedy.map { ["remedy": "\($0)"] })
    }
  }
}
