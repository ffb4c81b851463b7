/// A reason for which a generation is not built, switched or rolled back. Its description is a sentence
/// for the person on call.
package enum RebuildError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process builds, or exchanges, a generation.
  case underWay
  /// The generation that was begun is of other projections.
  case begun([ProjectionName])
  /// The generation that was begun follows other rules than this program.
  case begunByRules(Int32?)
  case noNext
  /// The next generation is not read to its end.
  case unfinished
  case noPrevious
  /// The previous generation was replaced because its rows differed.
  case previousDiffers(acceptedBy: String)
  /// The previous generation follows other rules than this program.
  case previousByRules(Int32)
  /// The database's disk would not hold a second generation.
  case noSpace(needed: Int64, free: Int64, folder: String)
  /// The database's disk was full while a generation was written.
  case diskFull
  /// The next generation differs from the live one.
  case differs(chains: Int)
  /// The live projections were never built, so that nothing can be compared.
  case neverBuilt
  /// The live projections have read nothing: a check has nothing to compare.
  case nothingToCompare
  /// The live generation claims to have read more than the log has.
  case liveBeyondLog(lane: Int16)

  package var description: String {
    switch self {
    case .underWay:
      "another process rebuilds the projections now: `daicho projections list` shows its progress"
    case .begun(let names):
      "a generation of \(names.map(\.rawValue).joined(separator: ", ")) was begun: go on with it by "
        + "`daicho projections rebuild` and those names, or discard it by `daicho projections drop`"
    case .begunByRules(let rules):
      "the generation was begun by \(rules.map { "rules \($0)" } ?? "other rules"), and this program "
        + "has others: discard it by `daicho projections drop`, then rebuild"
    case .noNext: "no generation is being built: begin one by `daicho projections rebuild --all`"
    case .unfinished:
      "the next generation is not read to its end: go on by the same `daicho projections rebuild`"
    case .noPrevious:
      "there is no previous generation to return to: it was dropped, or nothing was switched yet"
    case .previousByRules(let rules):
      "the previous generation was built by rules \(rules), and this program has others: roll back "
        + "with the program that built it"
    case .previousDiffers(let person):
      "the previous generation differs from what follows from the log, as \(person) accepted at the switch: "
        + "to return to it all the same, add `--expect-differences NAME --reason WHY`"
    case .noSpace(let needed, let free, let folder):
      "a second generation needs about \(needed / 1_000_000) MB, and the disk of \(folder) has "
        + "\(free / 1_000_000) MB free: make room, or drop the previous generation by "
        + "`daicho projections drop --previous`"
    case .diskFull:
      "the database's disk is full: make room, or drop the previous generation by `daicho projections "
        + "drop --previous`; then the same command goes on where it was, and `daicho projections drop` "
        + "discards it"
    case .differs(let chains):
      "\(chains) chains differ from the live projections: see `daicho projections check`; if a change "
        + "of the rules intends it, switch by `daicho projections switch --expect-differences NAME --reason "
        + "WHY`"
    case .neverBuilt:
      "the live projections were never built: build them all by `daicho projections rebuild --all`"
    case .nothingToCompare:
      "there is nothing to compare: the live projections have read no event yet; `daicho serve` or `daicho "
        + "projections rebuild --all` fills them"
    case .liveBeyondLog(let lane):
      "the checkpoint of the live projections lies beyond the log in lane \(lane): set it back by "
        + "`daicho recover --checkpoints --reason WHY`, then rebuild"
    }
  }
}
