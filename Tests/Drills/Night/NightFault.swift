/// A fault or a damage of a night on call: what goes wrong, what shows it, and what mends it.
package struct NightFault: Sendable {
  /// The access with which the commands of the fault come to the ledger.
  enum Access: Sendable {
    case own
    /// Another login of the same database, by its name and password.
    case login(String, password: String)
    /// A file with other bytes under the id of the master key.
    case otherMasterKey
    /// A machine with a clock ahead by these seconds.
    case clockAhead(Int)
  }

  /// The command by which the person on call sees the state, its exit code, and a part of its sentence.
  struct Sign: Sendable {
    let words: [String]
    let code: Int32
    let sentence: String
    /// The words of the remedy that the output names; nil where only a person can act.
    let remedy: String?

    init(_ words: String..., code: Int32 = 1, says sentence: String, remedy: String? = nil) {
      self.words = words
      self.code = code
      self.sentence = sentence
      self.remedy = remedy
    }
  }

  /// A step by which the person on call mends it.
  enum Mend: Sendable {
    /// A command of daicho, which must succeed.
    case command([String])
    /// Statements of the database's owner, as a person runs them outside of the ledger.
    case sql(String)
    /// The correction of a setting: the commands come with the ledger's own access again.
    case access
    /// A server that runs for some seconds.
    case serve
    /// The last backup in the place of the database, and the recovery from it.
    case restore
    /// The end of all space on the database's disk.
    case fillDisk
    /// Another disk, with space.
    case enlargeDisk
  }

  package let name: String
  /// What goes wrong, in words.
  package let story: String
  /// True for a fault of the quick round.
  package let isQuick: Bool
  /// The statements that make it go wrong, past every trigger.
  let damage: String?
  let access: Access
  /// What must happen after the damage for it to be seen.
  let then: [Mend]
  let sign: Sign
  let mends: [Mend]

  init(
    _ name: String, _ story: String, quick isQuick: Bool = false, damage: String? = nil,
    access: Access = .own, then: [Mend] = [], _ sign: Sign, mendedBy mends: Mend...
  ) {
    self.name = name
    self.story = story
    self.isQuick = isQuick
    self.damage = damage
    self.access = access
    self.then = then
    self.sign = sign
    self.mends = mends
  }

  /// All faults, in the order in which they are played.
  package static let all = connections + machines + states + projections + log
}
