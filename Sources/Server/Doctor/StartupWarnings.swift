import Logging

/// The warnings that a server logs when it starts, for operators who do not run `daicho doctor`.
struct StartupWarnings {
  private let findings: [Finding]

  init(_ settings: Settings) {
    findings =
      [FileExamination(settings).masterKey()].compactMap(\.self)
      + AppleURLExamination(settings).findings()
      + settings.trustRoots.map(\.finding).filter { $0.verdict == .warn }
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
