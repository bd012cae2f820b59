/** Which lane of a store decides about a place, read as it is kept: for whoever explains a promise. */
import type { LaneRow } from '../contract/catalog/delivery-contract.ts';
import type { Database, Keyed } from '../db/database.ts';
import { valueList } from '../db/value-list.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import { mostParticular, patternsFor } from './lane-rules.ts';

export type DecidingLane = {
  readonly area: string;
  readonly serviceable: boolean;
  readonly journeys: readonly string[];
  readonly distanceKm: number | null;
};

/** By store; one without a lane there is missing. */
export const readDecidingLanes = async (
  db: Database,
  companyId: number,
  storeUids: readonly number[],
  place: string,
): Keyed<number, DecidingLane> => {
  const code = areaCode(place);
  if (code === undefined || storeUids.length === 0) return new Map();
  const [stores, patterns] = [valueList(storeUids), valueList(patternsFor(code))];
  const rows = await db.all<{ store_uid: number; area: string; document: string }>(
    `select store_uid, area, document from lane where company_id = ? and store_uid in ${stores.places}
     and area in ${patterns.places}`,
    [companyId, ...stores.values, ...patterns.values],
  );
  const deciding = [...Map.groupBy(rows, ({ store_uid }) => store_uid)].flatMap(([uid, lanes]) => {
    const lane = mostParticular(lanes, code);
    return lane === undefined ? [] : [[uid, decidingLane(lane)] as const];
  });
  return new Map(deciding);
};

const decidingLane = ({ area, document }: { readonly area: string; readonly document: string }): DecidingLane => {
  const { serviceable = true, journeys = {}, distance_km: distanceKm = null } = JSON.parse(document) as LaneRow;
  return { area, serviceable, journeys: Object.keys(journeys), distanceKm };
};
