/** Guards that can be taken away one at a time: conditions on the owner in SQL, permissions, quotas; and the tests that must notice. */
import { readFileSync } from 'node:fs';

export type Guard = {
  readonly file: string;
  /** Where in the file it stands. */
  readonly at: number;
  readonly find: string;
  readonly instead: string;
  readonly tests: readonly string[];
};

const writes = 'test/operators/foreign-writes.test.ts';
const clients = [
  'clients/client-access',
  'client-list',
  'clients/client-secrets',
  'client-change',
  'authorization-matrix',
].map((name) => `test/oauth/${name}.test.ts`);
const people = ['people', 'operators', 'sign-in', 'foreign-writes'].map((name) => `test/operators/${name}.test.ts`);
const orders = ['order-reads', 'cart-by-id', 'refunds'].map((name) => `test/orders/${name}.test.ts`);
const carts = ['test/cart/concurrency.test.ts', 'test/cart/share-privacy.test.ts', 'test/orders/cart-by-id.test.ts'];

/** Stores whose rows belong to somebody. */
const stores: Readonly<Record<string, readonly string[]>> = {
  'src/oauth/clients/client-store.ts': [...clients, writes],
  'src/oauth/clients/client-secret-store.ts': [...clients, writes],
  'src/oauth/clients/client-list-store.ts': [...clients, writes],
  'src/operators/people/person-store.ts': people,
  'src/operators/people/role-store.ts': people,
  'src/orders/order-store.ts': orders,
  'src/orders/order-list-store.ts': orders,
  'src/customers/address-store.ts': ['test/cart/selections.test.ts', 'test/customers/customers.test.ts', writes],
  'src/cart/store/cart-store.ts': carts,
};
const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const OWNER = /(?:\w+\.)?(?:organization_id|owner_id) = \?/g;

/** Everybody's instead of his own; the value is still given, so that the statement stays one. */
const ownerGuards = Object.entries(stores).flatMap(([file, tests]) =>
  [...textOf(file).matchAll(OWNER)].map(
    ({ 0: find, index: at }): Guard => ({ file, at, find, instead: `(${find} or 1 = 1)`, tests }),
  ),
);

const matrix = ['test/oauth/authorization-matrix.test.ts'];
const named: readonly Omit<Guard, 'at'>[] = [
  {
    file: 'src/http/access.ts',
    find: 'grants(caller.permissions, access.permission)',
    instead: 'true',
    tests: matrix,
  },
  {
    file: 'src/http/access.ts',
    find: "if (caller.kind === 'operator') return undefined;",
    instead: 'return undefined;',
    tests: matrix,
  },
  {
    file: 'src/http/access.ts',
    find: "if (caller.kind === 'application') return undefined;",
    instead: 'return undefined;',
    tests: matrix,
  },
  {
    file: 'src/quotas/quota-statements.ts',
    find: 'where quota_use.used + cast(? as bigint) <= cast(? as bigint)',
    instead: 'where quota_use.used + cast(? as bigint) <= cast(? as bigint) or 1 = 1',
    tests: ['test/quotas/code-tries.test.ts', 'test/quotas/storage-quotas.test.ts'],
  },
  {
    file: 'src/operators/same-origin.ts',
    find: "return site === 'same-origin'",
    instead: 'return true',
    tests: ['test/operators/sign-in.test.ts', 'test/operators/console.test.ts'],
  },
];

export const guards: readonly Guard[] = [
  ...named.map((guard) => ({ ...guard, at: textOf(guard.file).indexOf(guard.find) })),
  ...ownerGuards,
];

/** The source without this guard; undefined when it is not there. */
export const withoutGuard = (source: string, { at, find, instead }: Guard): string | undefined =>
  at >= 0 && source.startsWith(find, at) ? source.slice(0, at) + instead + source.slice(at + find.length) : undefined;
