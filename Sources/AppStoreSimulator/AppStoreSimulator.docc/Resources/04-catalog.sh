daicho-appstore catalog >"$HOME_DIR/catalog.json"
daicho catalog publish "$HOME_DIR/catalog.json" --from 2025-01-01
