/** Of those, letters on their way: what one says, and to whom, goes with it. */
import { type PersonalTable, signed } from './personal-table.ts';

export const letterTables = {
  sealed_value: {
    holds: 'Sealed: what a letter that waits says, and to whom. Secrets of the shop.',
    rows: 'go',
    keeps: 'Of a letter, goes by itself when it is sent or given up.',
    id: 'owner name',
    ways: [{ by: 'parent', parent: 'mail', column: 'owner', prefix: 'mail/' }],
    plain: 'name key_id modified_at sealed',
    key: 'owner',
  },
  mail: {
    holds: 'That a letter waits or was sent, and about which order; what it says is sealed.',
    rows: 'go',
    keeps: 'Goes by itself after 30 days.',
    ways: [signed('about', 'order')],
    meanwhile: [signed('about', 'order')],
    plain: 'kind organization_id state attempts due_at claim created_at modified_at problem',
    key: 'id about',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
