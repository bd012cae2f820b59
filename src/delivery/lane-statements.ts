/** Which lane of a store decides about a place. Of many stores some at a time: SQLite answers at once, and looks for each way to write each place. */
import type { LaneRow } from '../contract/catalog/delivery-contract.ts';
import type { Database, Keyed } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import { nextTurn } from '../shared/slices.ts';
import { mostParticular, patternsFor } from './lane-rules.ts';

type KeptLane = { readonly store_uid: number; readonly area: string; readonly document: string };
type Destination = { readonly companyId: number; readonly code: string };

const STORES_A_TURN = 64;

const readLanes = (db: Database, { companyId, code }: Destination, storeUids: readonly number[]) => {
  const [stores, patterns] = [valueList(storeUids), valueList(patternsFor(code))];
  return db.all<KeptLane>(
    `select store_uid, area, document from lane where company_id = ? and store_uid in ${stores.places}
     and area in ${patterns.places}`,
    [companyId, ...stores.values, ...patterns.values],
  );
};

/** By store, as it is kept and what its document says; one without a lane there is missing. */
export const readDecidingRows = async (
  db: Database,
  destination: Destination,
  storeUids: readonly number[],
): Keyed<number, Pick<KeptLane, 'area'> & { readonly lane: LaneRow }> => {
  const deciding = new Map<number, Pick<KeptLane, 'area'> & { readonly lane: LaneRow }>();
  for (let at = 0; at < storeUids.length; at += STORES_A_TURN) {
    if (at > 0) await nextTurn();
    const rows = await readLanes(db, destination, storeUids.slice(at, at + STORES_A_TURN));
    for (const [uid, lanes] of Map.groupBy(rows, ({ store_uid }) => store_uid)) {
      const found = mostParticular(lanes, destination.code);
      if (found !== undefined) deciding.set(uid, { area: found.area, lane: JSON.parse(found.document) as LaneRow });
    }
  }
  return deciding;
};

export type DecidingLane = {
  readonly area: string;
  readonly serviceable: boolean;
  readonly journeys: readonly string[];
  readonly distanceKm: number | null;
};

/** For whoever explains a promise. */
export const readDecidingLanes = async (
  db: Database,
  companyId: number,
  storeUids: readonly number[],
  place: string,
): Keyed<number, DecidingLane> => {
  const code = areaCode(place);
  if (code === undefined) return new Map();
  const rows = await readDecidingRows(db, { companyId, code }, storeUids);
  return new Map([...rows].map(([uid, { area, lane }]) => [uid, decidingLane(area, lane)]));
};

const decidingLane = (
  area: string,
  { serviceable = true, journeys = {}, distance_km: distanceKm = null }: LaneRow,
): DecidingLane => ({ area, serviceable, journeys: Object.keys(journeys), distanceKm });
