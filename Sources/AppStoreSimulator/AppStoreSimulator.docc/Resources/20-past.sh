AT=2025-01-15T12:00:00Z ask subscriptions 'productId|status|expiresAt'
AT=2024-12-24T18:00:00Z ask subscriptions 'productId|status|expiresAt'
