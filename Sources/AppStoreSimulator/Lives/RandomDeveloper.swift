/// A developer who now and then changes something for all customers.
enum RandomDeveloper {
  /// The price in milliunits from which a product is not raised further: a thousand units of money.
  private static let dear: Int64 = 1_000_000

  /// Takes the random actions that fit customers of these personas.
  static func act(
    for personas: [Persona], choosing choices: inout RandomChoices, in world: inout World
  ) {
    let isMixed = personas.contains(.mixed)
    if isMixed || personas.contains(where: { $0 == .consenting || $0 == .rejectingPrice }) {
      raiseSomePrice(choosing: &choices, in: &world)
    }
    guard isMixed else { return }
    changeSomePriceOfAThing(choosing: &choices, in: &world)
    world.app.graceDays = choices.chance.one(of: [3, 16, 28, nil]) ?? nil
    world.app.gracesFirstCharge = choices.chance.happens(percent: 50)
    world.app.thinCopyPercent = choices.details.one(of: [0, 30, 60]) ?? 0
    world.app.undatedGracePercent = choices.details.one(of: [0, 50, 100]) ?? 0
    world.tell("A_TYPE_OF_TOMORROW")
    giveEveryoneDays(choosing: &choices, in: &world)
  }

  private static func raiseSomePrice(
    choosing choices: inout RandomChoices, in world: inout World
  ) {
    let raised = choices.product(in: world) { $0.plan != nil && $0.priceMilliunits < dear }
    guard let product = raised else { return }
    let needsConsent = choices.chance.happens(percent: 60)
    // The catalog has the product, so the store accepts the change.
    try? world.changePrice(
      of: product.id, to: product.priceMilliunits * 11 / 10, consentRequired: needsConsent)
  }

  /// Raises or lowers the price of a product without renewals by a tenth.
  private static func changeSomePriceOfAThing(
    choosing choices: inout RandomChoices, in world: inout World
  ) {
    let things = world.catalog.products.filter { $0.plan == nil && $0.priceMilliunits < dear }
    guard let product = choices.details.one(of: things),
      let tenths = choices.details.one(of: [9, 11] as [Int64])
    else { return }
    // The catalog has the product, so the store accepts the change.
    try? world.changePrice(
      of: product.id, to: product.priceMilliunits * tenths / 10, consentRequired: false)
  }

  private static func giveEveryoneDays(
    choosing choices: inout RandomChoices, in world: inout World
  ) {
    guard choices.chance.happens(percent: 20),
      let product = choices.product(in: world, { $0.plan != nil })
    else { return }
    let identifier = world.uuid()
    // The catalog has the product, so the store accepts the extension.
    try? world.extendEveryone(
      of: product.id, by: 7, storefronts: nil, requestIdentifier: identifier)
  }
}
