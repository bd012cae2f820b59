/** Of those, what belongs to carts: what hangs on a cart goes before it. */
import { type PersonalTable, signed } from './personal-table.ts';

const owners = [{ by: 'owner' }] as const;

export const cartTables = {
  cart_snapshot: {
    holds: 'What a cart cost last.',
    rows: 'go',
    keeps: 'Goes by itself with its cart.',
    ways: [{ by: 'parent', parent: 'cart', column: 'id' }],
    plain: 'priced_at document',
    key: 'id',
  },
  cart_history: {
    holds: 'What was done to a cart: which goods, how many, and what was said with lines that were changed.',
    rows: 'go',
    keeps: 'Goes by itself after `cart.retention.history_days`.',
    id: 'id version',
    ways: [{ by: 'parent', parent: 'cart', column: 'id' }],
    plain: 'version created_at expires_at',
    key: 'id',
    told: 'document',
  },
  cart: {
    holds: 'A shopper’s goods and what he said with them.',
    rows: 'go',
    keeps: 'Goes by itself after `cart.retention.customer_days` or `anonymous_days`.',
    ways: [signed('id', 'cart')],
    plain: 'application_id owner_kind kind slug state taken_by_id version created_at modified_at expires_at',
    key: 'id cart_id merged_into',
    shopper: 'owner_id',
    told: 'document',
  },
  cart_archive: {
    holds: 'Carts that were emptied.',
    rows: 'go',
    keeps: 'Goes by itself after `cart.retention.archived_days`.',
    ways: owners,
    plain: 'application_id owner_kind archived_at expires_at',
    key: 'id cart_id',
    shopper: 'owner_id',
    told: 'document',
  },
  cart_merge: {
    holds: 'Merges of carts that can be taken back: which goods came, and what the cart held and said before.',
    rows: 'go',
    keeps: 'Goes by itself after a day.',
    ways: owners,
    plain: 'application_id owner_kind merged_at undone_at expires_at',
    key: 'id target_id',
    shopper: 'owner_id',
    told: 'document',
  },
  cart_share: {
    holds: 'Copies of carts behind links, and what was said with the link.',
    rows: 'go',
    keeps: 'Goes by itself after `cart.retention.share_days`.',
    id: 'token_hash',
    ways: owners,
    plain: 'application_id owner_kind created_at expires_at',
    key: 'token_hash',
    shopper: 'owner_id',
    told: 'document',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
