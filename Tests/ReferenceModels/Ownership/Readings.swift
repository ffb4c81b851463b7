// Readings
//
// The contract is silent or ambiguous in these points. The number is that of the rule. "Brief" marks a reading
// that was given; every other one was chosen here.
//
// Rule 1 – tokens and names
//  1a. Every write makes its name known, also a write that is answered with a rejection or a conflict. A merge names
//      both accounts, unless `from` is unknown. A name becomes known before its request is decided.
//  1b. Brief: a request under an alias or a merged name acts for its account. So a registered token that appears as
//      an account's name in a request never becomes an account of its own while it is registered.
//  1c. The answer to a refused post follows the chain, not the posted item: `token_not_registered` where the chain
//      waits, `owned_by_another_account` where it has an owner.
//  1d. The fact of a refused post is recorded like a notification. The refused post is no claim to the chain.
//  1e. A registration that repeats the present one is ok. A known name cannot be registered for another account; the
//      model's code for that is `name_of_another_account`, the contract names none.
//  1f. A transaction keeps the account that its token named first. Later withdrawals do not change it; erasure does.
//
// Rule 2 – the token that speaks
//  2a. The earliest transaction that is known of a chain speaks, also as a renewal.
//  2b. The transaction before is the one of the next lower (purchaseDate, transactionID), with or without a token.
//      Ids compare as strings. A renewal with a token after a transaction without one speaks.
//  2c. A restore or an operator's link wins over a token only where its time is strictly later than the purchaseDate.
//      A restore that a token of a later purchaseDate outranks does not move the chain and is refused.
//  2d. Where the last token that spoke names no account, the chain waits, also if an older token named an owner.
//  2e. Every operator's link counts, also one that names the present owner. A restore by the present owner, or the
//      first post of a free chain with `restore: true`, moves nothing and counts as a plain post.
//  2f. For coins, a move lies between two dates where speech < move ≤ purchaseDate. The last such move decides.
//  2g. The coins of a later period go to the receiver of a move in between, also if the token names no account.
//      Coins of the periods before the move keep waiting.
//  2h. A share does not give the chain away: coins stay with the first owner. While a shared chain waits under a
//      token, coins without a token wait.
//  2i. Coins are decided after the whole operation. The coins of an item without a token that is first told by a
//      restoring post go to the restorer.
//  2j. A later copy of a transaction without a token keeps the token; a later copy with another token replaces it.
//
// Rule 3 – no token
//  3a. The account of a token that is learnt later owns the chain whatever the order of dates; posts have no date.
//  3b. A chain follows the present owners of the chain that it replaces, also if these change later, and also over an
//      earlier post. It waits where the replaced chain waits. It falls back to its own first post where the replaced
//      chain is unknown or free. Moves and tokens of the chain itself win.
//  3c. A chain that inherits from a link by id without a signed post goes to the first signed post of its own.
//
// Rule 4 – aliases
//  4a. The token becomes an alias also if the post itself is refused, because a later token owns the chain.
//  4b. A withdrawn token never becomes an alias by a post; it counts as none.
//
// Rule 5 – restore and link by id
//  5a. Brief: restore never moves a family share away from a living owner. The policy `share` may share it.
//  5b. The cool-down's answer is `owned_by_another_account`; the contract names no code. At exactly the end of the
//      cool-down a restore is accepted.
//  5c. The cool-down counts from every restore that moved the chain, from an owner or from a waiting token, and also
//      from one that was undone. Operator's links do not count. Only `transfer` has a cool-down.
//  5d. On a chain that waits, `transfer` moves, `share` adds an owner beside the waiting token, and `firstWins`
//      refuses with `token_not_registered`.
//  5e. Shares stay until a later token speaks, an operator's link, or the account's erasure.
//  5f. `nothing_to_restore` replaces the refusal of a consumable. A consumable that a plain post settles is settled.
//  5g. A link by id of a chain without any fact is refused (`unknown_chain`), as is an operator's link. A repeated
//      link by the owner is ok. The codes for the others are those of rule 1.
//  5h. A linker who posts a signed item is then a first poster under rule 3. A token learnt later still takes the
//      chain, but not the coins.
//  5i. Coins of an unconfirmed linker follow the chain when a token, a post or a replaced chain's owner takes it.
//      They stay after an operator's link, an undo or an erasure.
//
// Rule 6 – erasure
//  6a. Brief: erasure frees the account's chains. The next claim is a later signed post, or a token that names a known
//      account. Older posts, restores and operator's links of a freed chain end.
//  6b. A token of another living account that spoke earlier takes a freed chain at once.
//  6c. Where other accounts share the chain, it is not freed; the first sharer becomes its owner.
//  6d. The next write under an erased name makes a new account. That account takes chains under the name only where
//      they have no owner by then.
//  6e. Erasing an unknown account does nothing and is ok. Coins stay with the erased name, for a guest with the target.
//  6f. A chain under a withdrawn token waits under it, so that a link by id is refused, but a signed post takes it.
//
// Rule 7 – withdrawal and undo
//  7a. Brief: a chain whose owner came from a token keeps the owner after the withdrawal.
//  7b. Transactions told under a withdrawn token count as without one. If the token is registered again, or its name
//      becomes known, it takes chains without an owner only; transactions told from then on speak as usual.
//  7c. Withdrawing a token that is not registered does nothing.
//  7d. Brief: undo undoes the last change of any kind except those of erasure. Undone changes are gone, so that the
//      next undo reaches further back. A merge is not a change of a chain. Without a change: `nothing_to_undo`.
//  7e. Undo drops the claims of the undone operation. Where that does not bring back the former owners, the undo sets
//      them with its own time, like an operator's link. Accounts erased in between do not come back. Former waiting
//      comes back only under a token that still names no account.
//  7f. Undo moves no coins.
//
// Rule 8 – merge
//  8a. Aliases resolve in a merge's two names; merged names do not. `already_merged`: one of the two is a guest.
//      `is_target`: `from` is a target. The codes for a merge with itself and for too many guests are the model's.
//  8b. What arrives, is registered or is granted during a merge belongs to the target and stays there after an undo.
//  8c. Undo of a merge and erasure of the target free the names: either may merge again.
