/// The check of the coins that a catalog declares and grants.
package enum CoinProblems {
  /// Returns the problems of a catalog's coins after the catalogs published before it: a coin is
  /// declared once, with the wallet that keeps it.
  ///
  /// - Parameter used: the coins that were ever spent, reserved or adjusted here.
  package static func all(
    in catalog: Catalog, after before: Catalogs, used: Set<Coin>
  ) -> [CatalogProblem] {
    let declared = catalog.coins.sorted { $0.key < $1.key }.compactMap { coin, wallet in
      fault(of: coin, in: wallet, after: before, used).map {
        CatalogProblem(fault: $0, field: "coins.\(coin).wallet", productID: nil)
      }
    }
    let granted = catalog.products.enumerated().flatMap { index, product in
      (product.grants ?? []).enumerated().compactMap { number, grant -> CatalogProblem? in
        guard catalog.declarations[grant.coin] == nil, !before.knows(grant.coin) else { return nil }
        return CatalogProblem(
          fault: .coinUnknown, field: "products[\(index)].grants[\(number)].coin",
          productID: product.productID)
      }
    }
    return declared + granted
  }

  /// Returns the problems of the coins' rules, whatever was published before.
  static func all(in declarations: [Coin: CoinDeclaration]) -> [CatalogProblem] {
    declarations.sorted { $0.key < $1.key }.flatMap { coin, declaration in
      faults(of: declaration).map { field, fault in
        CatalogProblem(fault: fault, field: "coins.\(coin).\(field)", productID: nil)
      }
    }
  }

  private static func faults(
    of declaration: CoinDeclaration
  ) -> [(field: String, fault: CatalogProblem.Fault)] {
    if declaration.wallet == .game {
      return [
        declaration.creditMax.map { _ in ("creditMax", .ruleOfGame) },
        declaration.spendFirst.map { _ in ("spendFirst", .ruleOfGame) },
      ].compactMap(\.self)
    }
    guard let creditMax = declaration.creditMax, !(1...Coin.amountMax).contains(creditMax) else {
      return []
    }
    return [("creditMax", .creditMaxOutOfBounds)]
  }

  private static func fault(
    of coin: Coin, in wallet: CoinWallet, after before: Catalogs, _ used: Set<Coin>
  ) -> CatalogProblem.Fault? {
    if let fixed = before.wallet(of: coin) { return fixed == wallet ? nil : .walletFixed(fixed) }
    return wallet == .game && used.contains(coin) ? .walletInUse : nil
  }
}
