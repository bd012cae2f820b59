/** Carts in SQL. Who may see one is decided by `find-cart.ts`; here the application is part of every `where`. */
import type { All, Database, One, Row, Statement } from '../../db/database.ts';
import type { CartDocument, CartKind, CartOwner, StoredCart } from './cart-document.ts';
import { documentText, isLong, readInTurns, withText } from './document-text.ts';
import { readDocument } from './read-document.ts';
import { valueList } from '../../db/value-list.ts';
import type { LighterWitness } from '../../db/record-reads.ts';
import { type KeyedRead, versionsIn, type Witness } from '../../db/witness.ts';
import { nextTurn } from '../../shared/slices.ts';

/** `archived`: another cart took its place. `merged`: its lines are in `mergedInto`. */
type CartState = 'active' | 'archived' | 'merged';
export type FoundCart = { readonly cart: StoredCart; readonly state: CartState; readonly mergedInto: string | null };

export type CartRow = Row & {
  readonly id: string;
  readonly cart_id: number;
  readonly application_id: string;
  readonly owner_kind: CartOwner['kind'];
  readonly owner_id: string;
  readonly kind: CartKind['kind'];
  readonly slug: string;
  readonly state: CartState;
  readonly merged_into: string | null;
  readonly version: number;
  readonly created_at: number;
  readonly modified_at: number;
  readonly document: string;
};
export const COLUMNS = `id, cart_id, application_id, owner_kind, owner_id, kind, slug, state, merged_into, version, created_at,
  modified_at, document`;

/** Whose word a cart is kept on lies beside the rest of its document. */
type KeptDocument = CartDocument & Pick<StoredCart, 'heldById'>;
const textOf = ({ document, heldById }: StoredCart): string =>
  heldById === undefined ? documentText(document) : JSON.stringify({ ...document, heldById } satisfies KeptDocument);

export const cartOf = (row: CartRow): StoredCart => {
  const { heldById, ...kept } = JSON.parse(row.document) as KeptDocument;
  const document = readDocument(kept);
  if (heldById === true) return { ...placeOf(row), document, heldById };
  return { ...placeOf(row), document: withText(document, row.document) };
};
const placeOf = (row: CartRow): Omit<StoredCart, 'document'> => ({
  id: row.id,
  cartId: String(row.cart_id),
  applicationId: row.application_id,
  owner: { kind: row.owner_kind, id: row.owner_id },
  kind: row.kind,
  slug: row.slug,
  version: row.version,
  createdAt: row.created_at,
  modifiedAt: row.modified_at,
});
const foundOf = async (row: CartRow | undefined): One<FoundCart> => {
  if (isLong(row)) await nextTurn();
  return row && { cart: cartOf(row), state: row.state, mergedInto: row.merged_into };
};

const BY_ID = `select ${COLUMNS} from cart where id = ? and application_id = ?`;
const CURRENT = `select ${COLUMNS} from cart where application_id = ? and owner_kind = ? and owner_id = ? and kind = ? and slug = ?
  and state = 'active'`;

/** Whatever happens to a cart raises its version, so that is all a later look has to compare. */
const cartVersions: KeyedRead = {
  tables: ['cart'],
  look: async (db, applicationId, ids) => {
    const { places: list, values } = valueList(ids);
    const rows = await db.all<Row & { id: string; version: number }>(
      `select id, version from cart where application_id = ? and id in ${list}`,
      [applicationId, ...values],
    );
    return new Map(rows.map(({ id, version }) => [id, String(version)]));
  },
};
const versionOf = ([row]: readonly Row[]): readonly Witness[] => {
  if (row === undefined) return [];
  const { application_id: scope, id: key, version } = row as CartRow;
  return [{ kind: 'keyed', of: cartVersions, scope, key, said: String(version) }];
};

const MOST_KINDS = 100;
const OF_OWNER = `select ${COLUMNS} from cart where application_id = ? and owner_kind = ? and owner_id = ? and state = 'active'
  order by created_at, id limit ?`;
type OwnVersion = { readonly owner_id: string; readonly id: string; readonly version: number };
/** All carts of an owner, within an application and a kind of owners. */
const ownVersions: KeyedRead = {
  tables: ['cart'],
  look: async (db, scope, owners) => {
    const [kind = '', applicationId = ''] = String(scope).split(' ');
    const { places: list, values } = valueList(owners);
    const rows = await db.all<Row & OwnVersion>(
      `select owner_id, id, version from cart
       where application_id = ? and owner_kind = ? and owner_id in ${list} and state = 'active'`,
      [applicationId, kind, ...values],
    );
    const byOwner = Map.groupBy(rows, ({ owner_id }) => owner_id);
    return new Map([...byOwner].map(([owner, own]) => [owner, versionsIn(own) ?? '']));
  },
};
/** Statements that read whole carts, with what suffices to tell whether they changed. */
export const cartWitnesses: readonly LighterWitness[] = [
  ...[BY_ID, CURRENT].map((sql): LighterWitness => [sql, (_params, rows) => versionOf(rows)]),
  [
    OF_OWNER,
    ([applicationId, kind, key = ''], rows) => [
      {
        kind: 'keyed',
        of: ownVersions,
        scope: `${String(kind)} ${String(applicationId)}`,
        key,
        said: versionsIn(rows as readonly (Row & OwnVersion)[]),
      },
    ],
  ],
];

export const readCart = async (db: Database, applicationId: string, id: string): One<FoundCart> =>
  foundOf(await db.one<CartRow>(BY_ID, [id, applicationId]));

export const readCartByNumber = async (db: Database, applicationId: string, number: number): One<FoundCart> =>
  foundOf(
    await db.one<CartRow>(`select ${COLUMNS} from cart where cart_id = ? and application_id = ?`, [
      number,
      applicationId,
    ]),
  );

export const readCurrentCart = async (
  db: Database,
  applicationId: string,
  owner: CartOwner,
  { kind, slug }: CartKind,
): One<StoredCart> => {
  const row = await db.one<CartRow>(CURRENT, [applicationId, owner.kind, owner.id, kind, slug]);
  if (isLong(row)) await nextTurn();
  return row && cartOf(row);
};

/** All active carts of an owner: one of each kind at most. */
export const readCartsOf = async (db: Database, applicationId: string, owner: CartOwner): All<StoredCart> => {
  const rows = await db.all<CartRow>(OF_OWNER, [applicationId, owner.kind, owner.id, MOST_KINDS]);
  return readInTurns(rows, cartOf);
};

const places = (count: number): string => Array(count).fill('?').join(', ');

/** Of these ids, those that a cart has or had as long as anything of it is left. */
export const readUsedIds = async (db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db.all<Row & { id: string }>(
    `select id from cart where id in (${places(ids.length)})
     union select id from cart_history where id in (${places(ids.length)})`,
    [...ids, ...ids],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Of these numbers, those that a cart has, or that copies of an emptied cart are still kept under. */
export const readTakenNumbers = async (
  db: Database,
  applicationId: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> => {
  const rows = await db.all<Row & { cart_id: number }>(
    `select cart_id from cart where cart_id in (${places(numbers.length)})
     union select cart_id from cart_archive where application_id = ? and cart_id in (${places(numbers.length)})`,
    [...numbers, applicationId, ...numbers],
  );
  return new Set(rows.map(({ cart_id }) => cart_id));
};

export const cartGuard = 'cart_version';
/** By which a cart is looked up: its own, and its owner's. */
const keysOf = ({ id, owner }: StoredCart): readonly string[] => [id, owner.id];

/** Guard `cart_version`: the owner has no active cart of this kind yet. */
export const insertCart = (cart: StoredCart, expiresAt: number): Statement => ({
  sql: `insert into cart (id, cart_id, application_id, owner_kind, owner_id, kind, slug, state, merged_into, version,
      created_at, modified_at, expires_at, document)
    values (?, ?, ?, ?, ?, ?, ?, 'active', null, ?, ?, ?, ?, ?)`,
  params: [
    cart.id,
    Number(cart.cartId),
    cart.applicationId,
    cart.owner.kind,
    cart.owner.id,
    cart.kind,
    cart.slug,
    cart.version,
    cart.createdAt,
    cart.modifiedAt,
    expiresAt,
    textOf(cart),
  ],
  guard: { name: cartGuard, rows: 1 },
  writesOnly: keysOf(cart),
});

/** Guard `cart_version`: nobody changed the cart since it was read, and it is still in use. */
export const updateCart = (cart: StoredCart, before: number, expiresAt: number): Statement => ({
  sql: `update cart set version = ?, modified_at = ?, expires_at = ?, document = ?
    where id = ? and version = ? and state = 'active'`,
  params: [cart.version, cart.modifiedAt, expiresAt, textOf(cart), cart.id, before],
  guard: { name: cartGuard, rows: 1 },
  writesOnly: keysOf(cart),
});

/** Brings a merged cart back into use. Guard `cart_version`: nobody did before, and its owner has no other of the kind. */
export const reviveCart = (cart: StoredCart, expiresAt: number): Statement => ({
  sql: `update cart set state = 'active', merged_into = null, taken_by_id = null, version = ?, modified_at = ?, expires_at = ?, document = ?
    where id = ? and version = ? and state = 'merged'`,
  params: [cart.version, cart.modifiedAt, expiresAt, textOf(cart), cart.id, cart.version - 1],
  guard: { name: cartGuard, rows: 1 },
  writesOnly: keysOf(cart),
});

type Retirement = {
  readonly state: Exclude<CartState, 'active'>;
  readonly mergedInto: string | null;
  readonly takenById?: boolean | undefined;
  readonly at: number;
  readonly expiresAt: number;
};

/** Before a batch that writes several: two of them that name the same carts the other way round would wait for each other. */
export const heldCarts = (ids: readonly string[]): readonly Statement[] => {
  if (ids.length < 2) return [];
  const { places, values } = valueList(ids.toSorted());
  return [{ sql: `select id from cart where id in ${places} order by id for update`, params: values }];
};

/** Takes a cart out of use. Guard `cart_version`: nobody changed it since it was read. */
export const retireCart = (
  cart: StoredCart,
  { state, mergedInto, takenById = false, at, expiresAt }: Retirement,
): Statement => ({
  sql: `update cart set state = ?, merged_into = ?, taken_by_id = ?, version = version + 1, modified_at = ?, expires_at = ?
    where id = ? and version = ? and state = 'active'`,
  params: [state, mergedInto, takenById ? 1 : null, at, expiresAt, cart.id, cart.version],
  guard: { name: cartGuard, rows: 1 },
  writesOnly: keysOf(cart),
});
