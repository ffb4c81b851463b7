import Ledger

/// The sentence about products with rows in Apple's files that no kept file assigns to one of several apps.
enum UndividedProducts {
  static func sentence(_ products: [ProductID]) -> String {
    let names = products.map(\.rawValue).joined(separator: ", ")
    return
      "\(names): several apps have such a product, and no kept file tells the app of Apple's rows; "
      + "import the SALES files of these days, and give `appAppleId` of each app in the file of apps"
  }
}
