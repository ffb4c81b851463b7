import ArgumentParser

/// The suggestion of a command for a mistyped one. The parser itself suggests options alone.
enum CommandSuggestion {
  /// Returns the question for the first word that should name a command and does not; nil if every one does.
  static func question(for words: [String]) -> String? {
    var command: any ParsableCommand.Type = Daicho.self
    for word in words {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
      let known = commands.first { $0._commandName == word }
      guard known != nil || word == "help" else {
        return NearestName.question(word, among: commands.map { $0._commandName })
      }
      if let known { command = known }
    }
    return nil
  }
}
