/// Damaged rows of each projection, mended by a repair of one purchase or by a rebuild.
extension NightFault {
  private static let repair = Mend.command([
    "projections", "repair", "$STREAM", "--reason", "rows were damaged",
  ])

  private static func damaged(
    _ name: String, _ story: String, quick: Bool = false, _ damage: String
  ) -> NightFault {
    NightFault(
      name, story, quick: quick, damage: damage,
      Sign("verify", "--projections", says: "stream $STREAM", remedy: "daicho projections repair"),
      mendedBy: repair)
  }

  static let projections: [NightFault] = [
    damaged(
      "chain-deleted", "A purchase is missing in the projection of chains.", quick: true,
      "delete from chain where stream = '$STREAM'"),
    damaged(
      "transaction-deleted", "A transaction is missing in the projection of chains.",
      "delete from chain_transaction where stream = '$STREAM'"),
    damaged(
      "service-changed", "A subscription seems to have been served a month longer.", quick: true,
      "update service_period set ends_at = ends_at + interval '30 days' where stream = '$STREAM'"),
    damaged(
      "journal-changed", "A price in the journal is not the one that was paid.", quick: true,
      "update journal_entry set price = price + 1000 where stream = '$STREAM'"),
    damaged(
      "rate-changed", "A commission has another rate.",
      "update commission_line set rate = 0 where stream = '$STREAM'"),
    damaged(
      "grant-changed", "A grant has ten times its coins.", quick: true,
      "update coin_grant set amount = amount * 10 where stream = '$STREAM'"),
    damaged(
      "tenure-deleted", "A subscription is missing in the projection of tenure.",
      "delete from tenure_chain where stream = '$STREAM'"),
    NightFault(
      "rows-differ-everywhere", "All journal entries have another price.",
      damage: "update journal_entry set price = price + 1",
      Sign(
        "projections", "check", says: "Which side is wrong?", remedy: "daicho projections rebuild"),
      mendedBy: .command([
        "projections", "rebuild", "--all", "--expect-differences", "night", "--reason",
        "the journal was damaged",
      ])),
  ]
}
