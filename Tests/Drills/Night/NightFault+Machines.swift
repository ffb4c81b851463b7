/// Faults of the machines that the ledger and its database run on.
extension NightFault {
  static let machines: [NightFault] = [
    NightFault(
      "clock-ahead", "The clock of the server's machine is two hours ahead of the database's.",
      access: .clockAhead(7_200), then: [.serve],
      Sign("doctor", "--only", "clock", says: "fail  clock", remedy: "synchronize both machines"),
      mendedBy: .access),
    NightFault(
      "clock-behind", "The clock of the server's machine is a day behind the database's.",
      access: .clockAhead(-86_400), then: [.serve],
      Sign("doctor", "--only", "clock", says: "fail  clock", remedy: "synchronize both machines"),
      mendedBy: .access),
    NightFault(
      "disk-full", "The database's disk has no space left.", then: [.fillDisk],
      Sign(
        "doctor", "--only", "writes", says: "the disk of the database is full",
        remedy: "free space"),
      mendedBy: .enlargeDisk),
  ]
}
