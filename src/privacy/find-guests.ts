/** Guests who gave a mail address or phone number, looked for in what they stored: addresses, orders, carts and what is left of those. */
import type { Database, Row } from '../db/database.ts';
import { workInTurns } from '../shared/slices.ts';
import { type Contact, contactFinder } from './contact-rules.ts';
import type { Cursor } from './erasure-store.ts';

/** Each by an index that begins with the application and the kind of owner. A search counts them: a new one comes last. */
const sources = [
  { table: 'address', and: '', key: ['owner_id', 'id'] },
  { table: 'customer_order', and: '', key: ['owner_id', 'created_at', 'id'] },
  { table: 'cart', and: " and state = 'active'", key: ['owner_id', 'kind', 'slug'] },
  { table: 'cart', and: " and state <> 'active'", key: ['owner_id', 'id'] },
  { table: 'cart_archive', and: '', key: ['owner_id', 'id'] },
  { table: 'cart_merge', and: '', key: ['owner_id', 'merged_at', 'id'] },
  { table: 'cart_share', and: ' and owner_id is not null', key: ['owner_id', 'token_hash'] },
] as const;
const times: ReadonlySet<string> = new Set(['created_at', 'merged_at']);

const STEP = 500;
export type GuestStep = {
  readonly guestIds: readonly string[];
  /** Null: everything was looked through. */
  readonly next: Cursor | null;
};

type Sought = Row & { readonly owner_id: string; readonly document: string };
type SoughtGuest = { readonly applicationId: string; readonly contact: Contact };

/** Of what somebody says, as much as is looked through in some ten milliseconds, whatever it is. */
const SIGNS_A_TURN = 8_000;
/** What takes as long as one of those: to be read, and passed by. */
const SIGNS_READ = 16;

/** Whose documents name the contact. An order may have hundreds of lines, a cart thousands of texts: each is looked at by itself. */
function* foundIn(
  rows: readonly Sought[],
  isNamedIn: ReturnType<typeof contactFinder>,
): Generator<number, readonly string[]> {
  const found: string[] = [];
  for (const { owner_id, document } of rows) {
    yield document.length / SIGNS_READ;
    if (yield* isNamedIn(JSON.parse(document))) found.push(owner_id);
  }
  return found;
}

export const searchStep = async (db: Database, sought: SoughtGuest, { place, after }: Cursor): Promise<GuestStep> => {
  const { applicationId, contact } = sought;
  const source = sources[place];
  if (source === undefined) return { guestIds: [], next: null };
  const { table, and, key } = source;
  const places = key.map((column) => (times.has(column) ? 'cast(? as bigint)' : '?')).join(', ');
  const isNamedIn = contactFinder(contact);
  const guestIds: string[] = [];
  let [looked, last]: [number, Sought | undefined] = [0, undefined];
  for await (const rows of db.scan<Sought>(
    `select ${key.join(', ')}, document from ${table} where application_id = ? and owner_kind = 'anonymous'${and}
     ${after === null ? '' : `and (${key.join(', ')}) > (${places})`} order by ${key.join(', ')} limit ? offset 0`,
    [applicationId, ...(after ?? []), STEP],
  )) {
    guestIds.push(...(await workInTurns(foundIn(rows, isNamedIn), SIGNS_A_TURN)));
    [looked, last] = [looked + rows.length, rows.at(-1)];
  }
  const isLast = last === undefined || looked < STEP;
  return {
    guestIds,
    next: isLast ? { place: place + 1, after: null } : { place, after: key.map((column) => String(last?.[column])) },
  };
};

export type Owner = { readonly kind: 'customer' | 'anonymous'; readonly id: string };
type OwnerRow = Row & { readonly owner_kind: Owner['kind']; readonly owner_id: string };
const ownerOf = (row: OwnerRow | undefined): Owner | undefined => row && { kind: row.owner_kind, id: row.owner_id };

/** Whose cart it is, by its number or its `id`. */
export const ownerOfCart = async (db: Database, applicationId: string, word: string): Promise<Owner | undefined> => {
  const isNumber = /^\d{1,15}$/.test(word);
  return ownerOf(
    await db.one<OwnerRow>(
      `select owner_kind, owner_id from cart where application_id = ? and ${isNumber ? 'cart_id' : 'id'} = ?`,
      [applicationId, isNumber ? Number(word) : word],
    ),
  );
};

export const ownerOfOrder = async (db: Database, applicationId: string, id: string): Promise<Owner | undefined> =>
  ownerOf(
    await db.one<OwnerRow>('select owner_kind, owner_id from customer_order where application_id = ? and id = ?', [
      applicationId,
      id,
    ]),
  );
