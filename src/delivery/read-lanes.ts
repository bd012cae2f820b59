/**
 * What promises need about some stores and one place. Every read asks for the company's delivery version, one row by key;
 * what was read under the same version before is answered from memory, so a change counts from the next read on, on every node.
 */
import type { AreaRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import type { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import type { Database } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';
import { readWitness, type Witness } from '../db/witness.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import { LOAD_DEADLINE_MS, type OnLate, sharedLoads } from '../shared/shared-load.ts';
import { textsInTurns } from '../shared/slices.ts';
import { laneOf, mostParticular, patternsFor } from './lane-rules.ts';
import { readDecidingRows } from './lane-statements.ts';
import type { PromiseLane } from './promise-answer.ts';
import { type Store, storeOf } from './store-rules.ts';
import { readShippingMethods } from './shipping-records.ts';
import { readTaxTable } from './tax-records.ts';
import { noTaxTable, type TaxTable } from './tax-table-rules.ts';

type Area = Readonly<{
  country: string;
  /** Null when it was not fed: addresses say it. */
  state: string | null;
  city: string;
  timeZone: string;
  zones: readonly number[];
}>;
export type DeliveryView = {
  /** Part of what an answer depends on; 0 when the company has fed nothing. */
  readonly version: number;
  /** Null when no place was asked for, or nothing is known about it. */
  readonly area: Area | null;
  /** By uid; a store that does not exist is missing. */
  readonly stores: ReadonlyMap<number, Store>;
  /** By store; null: nobody goes there. Empty when no place was asked for. */
  readonly lanes: ReadonlyMap<number, PromiseLane | null>;
  readonly taxes: TaxTable;
  /** In the order in which they are offered. */
  readonly methods: readonly ShippingMethodRow[];
};
export type DeliveryReader = (
  companyId: number,
  storeUids: readonly number[],
  place: string | null,
) => Promise<DeliveryView>;

type Kept = {
  readonly version: number;
  readonly stores: Map<number, Store>;
  readonly areas: Map<string, Area | null>;
  /** By store and place. */
  readonly lanes: Map<string, PromiseLane | null>;
  readonly taxes: TaxTable;
  /** In the order in which they are offered. */
  readonly methods: readonly ShippingMethodRow[];
};

const MOST_COMPANIES = 1_000;
const MOST_STORES = 50_000;
const MOST_PLACES = 50_000;
const MOST_LANES = 200_000;
const STORES_AT_ONCE = 256;

const keep = <Key, Found>(map: Map<Key, Found>, most: number, key: Key, found: Found): void => {
  if (map.size >= most) map.clear();
  map.set(key, found);
};

const areaFrom = ({ country, state, city = '', time_zone: timeZone, zones = [] }: AreaRow): Area => ({
  country,
  state: state ?? null,
  city,
  timeZone,
  zones,
});

const VERSION = 'select version from delivery_version where company_id = ?';
/** What was read to know that delivery has this version. */
export const deliveryWitness = (companyId: number, version: number): Witness =>
  readWitness(VERSION, [companyId], version === 0 ? [] : [{ version }]);

export const deliveryReader = (db: Database, onLate?: OnLate): DeliveryReader => {
  const companies = new Map<number, Kept>();
  /** After each change all rates are read anew: by all who ask meanwhile, once. */
  const shared = sharedLoads<Kept>({ what: 'delivery', deadlineMs: LOAD_DEADLINE_MS, onLate });

  const readKept = async (companyId: number, version: number): Promise<Kept> => {
    const [taxes, methods] =
      version === 0
        ? [noTaxTable, []]
        : await Promise.all([readTaxTable(db, companyId), readShippingMethods(db, companyId)]);
    const fresh = { version, stores: new Map(), areas: new Map(), lanes: new Map(), taxes, methods };
    if ((companies.get(companyId)?.version ?? -1) < version) keep(companies, MOST_COMPANIES, companyId, fresh);
    return fresh;
  };

  const keptOf = async (companyId: number): Promise<Kept> => {
    const row = await db.one<{ version: number }>(VERSION, [companyId]);
    const version = row?.version ?? 0;
    const known = companies.get(companyId);
    return known?.version === version ? known : shared(`${companyId}/${version}`, () => readKept(companyId, version));
  };

  const storesOf = async (companyId: number, kept: Kept, uids: readonly number[]): Promise<readonly Store[]> => {
    const known = uids.flatMap((uid) => kept.stores.get(uid) ?? []);
    const missing = uids.filter((uid) => !kept.stores.has(uid));
    if (missing.length === 0) return known;
    const read: Store[] = [];
    for (let at = 0; at < missing.length; at += STORES_AT_ONCE) {
      const { places, values } = valueList(missing.slice(at, at + STORES_AT_ONCE));
      const rows = await db.all<{ document: string }>(
        `select document from store where company_id = ? and uid in ${places}`,
        [companyId, ...values],
      );
      // Each may list hundreds of days that differ.
      const some = await textsInTurns(
        rows,
        ({ document }) => document.length,
        ({ document }) => storeOf(JSON.parse(document) as StoreRow),
      );
      for (const store of some) keep(kept.stores, MOST_STORES, store.uid, store);
      read.push(...some);
    }
    return [...known, ...read];
  };

  const areaOf = async (companyId: number, kept: Kept, code: string): Promise<Area | null> => {
    const known = kept.areas.get(code);
    if (known !== undefined) return known;
    const { places, values } = valueList(patternsFor(code));
    const rows = await db.all<{ area: string; document: string }>(
      `select area, document from area where company_id = ? and area in ${places}`,
      [companyId, ...values],
    );
    const row = mostParticular(rows, code);
    const area = row === undefined ? null : areaFrom(JSON.parse(row.document) as AreaRow);
    keep(kept.areas, MOST_PLACES, code, area);
    return area;
  };

  const lanesOf = async (
    companyId: number,
    kept: Kept,
    uids: readonly number[],
    code: string,
  ): Promise<ReadonlyMap<number, PromiseLane | null>> => {
    const lanes = new Map<number, PromiseLane | null>();
    for (const uid of uids) {
      const known = kept.lanes.get(`${uid}/${code}`);
      if (known !== undefined) lanes.set(uid, known);
    }
    const missing = uids.filter((uid) => !lanes.has(uid));
    if (missing.length === 0) return lanes;
    const deciding = await readDecidingRows(db, { companyId, code }, missing);
    for (const uid of missing) {
      const row = deciding.get(uid);
      const lane = row === undefined ? null : laneOf(row.lane);
      lanes.set(uid, lane);
      keep(kept.lanes, MOST_LANES, `${uid}/${code}`, lane);
    }
    return lanes;
  };

  return async (companyId, storeUids, place) => {
    const uids = [...new Set(storeUids)];
    const code = place === null ? undefined : areaCode(place);
    const kept = await keptOf(companyId);
    const stores = await storesOf(companyId, kept, uids);
    return {
      version: kept.version,
      taxes: kept.taxes,
      methods: kept.methods,
      stores: new Map(stores.map((store) => [store.uid, store])),
      area: code === undefined ? null : await areaOf(companyId, kept, code),
      lanes: code === undefined ? new Map() : await lanesOf(companyId, kept, uids, code),
    };
  };
};
