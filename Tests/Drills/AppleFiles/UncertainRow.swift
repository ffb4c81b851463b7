/// The list of uncertain charges in JSON.
struct UncertainBody: Decodable {
  let rows: [UncertainRow]
}

/// A charge whose rate or days are uncertain, with what Apple's files tell of it.
struct UncertainRow: Decodable {
  let date: String
  let transactionId: String
  let finding: String
}
