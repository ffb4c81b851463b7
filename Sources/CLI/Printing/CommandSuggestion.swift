import ArgumentParser

/// The suggestion of a command for a mistyped one. The parser itself suggests options alone.
enum CommandSuggestion {
  /// A word in place of a command, and the end of a sentence that asks for the one that was meant; empty if none is
  /// near.
  typealias Unknown = (word: String, question: String)

  /// Returns the first word that should name a command and does not; nil if every one does.
  static func unknown(in words: [String]) -> Unknown? {
    var command: any ParsableCommand.Type = Daicho.self
    for word in words {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
      let known = commands.first { $0._commandName == word }
      guard known != nil || word == "help" else {
        guard command.configuration.defaultSubcommand == nil else { return nil }
        return (word, NearestName.question(word, among: commands.map { $0._commandName }))
      }
      if let known { command = known }
    }
    return nil
  }
}
