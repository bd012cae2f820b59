/** Stores, areas and lanes, as kinds of the feed: what names a row, why one is refused, how it is written. */
import { AreaRow, LaneRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import type { FeedKind } from '../feeds/feed-kind.ts';
import { writtenRows } from '../feeds/written-rows.ts';
import { keptPattern, putArea, putLane, putStore } from './delivery-statements.ts';
import { areaRowProblem, laneProblem } from './lane-rules.ts';
import { locationFeed } from './location-feed.ts';
import { storeProblem } from './store-rules.ts';
import { readKnownStores } from './store-statements.ts';
import { putZones } from './zone-statements.ts';
import { inSlices } from '../shared/slices.ts';

/** Each may list hundreds of days that differ. */
const STORES_A_TURN = 5;

export const storeFeed: FeedKind<StoreRow> = {
  ...locationFeed,
  name: 'stores',
  summary: 'Stores: where they are, when they are open, how long an order takes, whether it can be picked up.',
  schema: StoreRow,
  key: ({ uid }) => String(uid),
  written: writtenRows('store', 'uid', Number),
  check: (rows) => inSlices(rows, STORES_A_TURN, storeProblem),
  statements: (row, context) => [putStore(row, context)],
};

export const areaFeed: FeedKind<AreaRow> = {
  ...locationFeed,
  name: 'areas',
  summary: 'Places: the country, city, time zone and zones of area codes or of everything that begins like one.',
  schema: AreaRow,
  key: ({ area }) => keptPattern(area),
  written: writtenRows('area', 'area'),
  check: async (rows) => rows.map(areaRowProblem),
  statements: (row, context) => [putArea(row, context), ...putZones(row, context)],
};

const laneKey = ({ store_uid, area }: { readonly store_uid: number; readonly area: string }): string =>
  `${store_uid}/${keptPattern(area)}`;

export const laneFeed: FeedKind<LaneRow> = {
  ...locationFeed,
  name: 'lanes',
  summary: 'Lanes from stores to places: whether somebody goes there, the journeys offered and how long they take.',
  schema: LaneRow,
  key: laneKey,
  written: async (keys, { db, companyId, runId }) => {
    const rows = await db.all<{ store_uid: number; area: string }>(
      `select store_uid, area from lane where company_id = ? and feed_run = ?
       and (store_uid, area) in (values ${Array(keys.length).fill('(cast(? as bigint), ?)').join(', ')})`,
      [companyId, runId, ...keys.flatMap((key) => [Number(key.split('/')[0]), key.slice(key.indexOf('/') + 1)])],
    );
    return new Set(rows.map(laneKey));
  },
  check: async (rows, { db, companyId }) => {
    const known = await readKnownStores(db, companyId, [...new Set(rows.map(({ store_uid }) => store_uid))]);
    return rows.map((row) =>
      known.has(row.store_uid)
        ? laneProblem(row)
        : { field: 'store_uid', message: `There is no store ${row.store_uid}; feed stores first.` },
    );
  },
  statements: (row, context) => [putLane(row, context)],
};
