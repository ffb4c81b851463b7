/// A page of `Daicho.docc` that a ledger serves beside its reference, for those who write a game's server.
package struct Guide: Sendable {
  /// The last part of the page's address: `/docs/sandbox`.
  package let name: String
  /// The name of the page's file in this folder, by which other pages link to it.
  package let file: String
  package let markdown: String

  /// All guides, in reading order.
  package static let all = [
    Guide("purchases", "Purchases.md", PackageResources.Purchases_md),
    Guide("what-to-store", "WhatToStore.md", PackageResources.WhatToStore_md),
    Guide("own-wallet", "OwnWallet.md", PackageResources.OwnWallet_md),
    Guide("sandbox", "Sandbox.md", PackageResources.Sandbox_md),
    Guide("when-down", "WhenDown.md", PackageResources.WhenDown_md),
    Guide("erasure", "Erasure.md", PackageResources.Erasure_md),
    Guide("android", "Android.md", PackageResources.Android_md),
    Guide("revenuecat", "RevenueCat.md", PackageResources.RevenueCat_md),
  ]

  private init(_ name: String, _ file: String, _ content: [UInt8]) {
    (self.name, self.file) = (name, file)
    markdown = String(decoding: content, as: UTF8.self)
  }
}
