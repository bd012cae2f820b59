/** What a shelf is laid out from, and what became of it since, in SQL. */
import type { All, Database, Read } from '../../db/database.ts';
import { valueList } from '../../db/value-list.ts';
import { workInTurns } from '../../shared/slices.ts';
import type { ChangeSlot } from '../catalog-versions.ts';
import { wholeOffers } from '../listing/listing-query.ts';
import { hasParts } from '../part-statements.ts';
import { termDraft } from './laid-terms.ts';
import { type Shelf, shelfDraft, type ShelfRow } from './shelf.ts';

/** Work of one turn of the loop while a shelf is laid out: about a millisecond (a comparison of names takes 50 ns). */
const A_TURN = 20_000;
const PORTION = 500;
/** In no text that anybody writes; where it is in one after all, the count tells. */
const SEPARATOR = '\u001f';

/** Every product in the order of numbers, or those asked for. `bundles`: there are some whose price and stock follow from their parts. */
const productRows = (companyId: number, bundles: boolean, uids?: readonly number[]): Read => {
  const offers = bundles ? wholeOffers(companyId, uids) : { sql: 'product_offer', params: [] };
  const only = uids === undefined ? undefined : valueList(uids);
  return {
    sql: `select p.uid, p.sort_name, p.is_active, p.created_at, o.currency_code, o.min_effective, o.in_stock
      from product p left join ${offers.sql} o on o.company_id = p.company_id and o.item_id = p.uid
      where p.company_id = ?${only === undefined ? ' order by p.uid' : ` and p.uid in ${only.places}`}`,
    params: [...offers.params, companyId, ...(only?.values ?? [])],
  };
};

type TermRow = { readonly item_id: number; readonly total: number; readonly terms: string };
const termRows = (companyId: number, uids?: readonly number[]): Read => {
  const only = uids === undefined ? undefined : valueList(uids);
  return {
    sql: `select item_id, count(*) as total, string_agg(term, cast(? as text)) as terms from product_term
      where company_id = ?${only === undefined ? '' : ` and item_id in ${only.places}`} group by item_id`,
    params: [SEPARATOR, companyId, ...(only?.values ?? [])],
  };
};
const termsIn = ({ total, terms }: TermRow): readonly string[] => {
  const each = terms.split(SEPARATOR);
  if (each.length !== total) throw new Error('A term with a separator in it: this range is asked for in the tables.');
  return each;
};

/** Undefined: it would take more than so many bytes. What is read may be newer than what was known before, never older. */
export const readShelf = async (db: Database, companyId: number, mostBytes: number): Promise<Shelf | undefined> => {
  const draft = shelfDraft();
  const terms = termDraft();
  const isTooLarge = (): boolean => draft.bytes() + terms.bytes() > mostBytes;
  const products = productRows(companyId, await hasParts(db, companyId));
  for await (const rows of db.scan<ShelfRow>(products.sql, products.params)) {
    for (const row of rows) draft.put(row);
    if (isTooLarge()) return undefined;
  }
  const words = termRows(companyId);
  for await (const rows of db.scan<TermRow>(words.sql, words.params)) {
    for (const row of rows) {
      const place = draft.placeOf(row.item_id);
      if (place !== undefined) terms.put(place, termsIn(row));
    }
    if (isTooLarge()) return undefined;
  }
  return workInTurns(draft.layOut(terms), A_TURN);
};

type Changed = { readonly uid: number; readonly is_whole: number };

/** Items that carry a stamp of these slots from behind `since` on, at most so many. */
const changedSince = (
  { db, companyId }: { readonly db: Database; readonly companyId: number },
  slots: readonly ChangeSlot[],
  since: (slot: ChangeSlot) => number,
  most: number,
): All<Changed> => {
  const stamped = (scope: ChangeSlot['scope'], sql: string): readonly Read[] =>
    slots.filter((slot) => slot.scope === scope).map((slot) => ({ sql, params: [companyId, slot.slot, since(slot)] }));
  const parts = [
    ...stamped(
      'product',
      'select uid, 1 as is_whole from product where company_id = ? and change_slot = ? and change_version > ?',
    ),
    ...stamped(
      'article',
      'select item_id as uid, 0 as is_whole from product_offer where company_id = ? and change_slot = ? and change_version > ?',
    ),
  ];
  if (parts.length === 0) return Promise.resolve([]);
  return db.all<Changed>(`${parts.map(({ sql }) => sql).join(' union all ')} limit ?`, [
    ...parts.flatMap(({ params }) => params),
    most,
  ]);
};

/** The bundles that these items are parts of. */
const bundlesOf = (db: Database, companyId: number, uids: readonly number[]): All<{ readonly bundle_id: number }> => {
  const { places, values } = valueList(uids);
  return db.all(`select distinct bundle_id from product_part where company_id = ? and item_id in ${places}`, [
    companyId,
    ...values,
  ]);
};

const portionsOf = (uids: ReadonlySet<number>): readonly (readonly number[])[] => {
  const all = [...uids];
  return Array.from({ length: Math.ceil(all.length / PORTION) }, (_, at) =>
    all.slice(at * PORTION, (at + 1) * PORTION),
  );
};

export type ShelfChanges = {
  readonly rows: readonly ShelfRow[];
  /** The terms of those that changed as products. */
  readonly terms: ReadonlyMap<number, readonly string[]>;
};

/** Undefined: more than `most` changed. */
export const readShelfChanges = async (
  of: { readonly db: Database; readonly companyId: number; readonly shelf: Shelf },
  slots: readonly ChangeSlot[],
  since: (slot: ChangeSlot) => number,
  most: number,
): Promise<ShelfChanges | undefined> => {
  const { db, companyId, shelf } = of;
  const changed = await changedSince(of, slots, since, most + 1);
  if (changed.length > most) return undefined;
  const whole = new Set(
    changed.filter(({ uid, is_whole }) => is_whole === 1 || shelf.placeOf(uid) === undefined).map(({ uid }) => uid),
  );
  const items = new Set(changed.map(({ uid }) => uid));
  const bundles = items.size > 0 && (await hasParts(db, companyId));
  for (const some of bundles ? portionsOf(items) : []) {
    for (const { bundle_id: uid } of await bundlesOf(db, companyId, some)) items.add(uid);
  }
  const rows: ShelfRow[] = [];
  for (const some of portionsOf(items)) {
    const { sql, params } = productRows(companyId, bundles, some);
    rows.push(...(await db.all<ShelfRow>(sql, params)));
  }
  const terms = new Map<number, readonly string[]>([...whole].map((uid) => [uid, []]));
  for (const some of portionsOf(whole)) {
    const { sql, params } = termRows(companyId, some);
    for (const row of await db.all<TermRow>(sql, params)) terms.set(row.item_id, termsIn(row));
  }
  return { rows, terms };
};
