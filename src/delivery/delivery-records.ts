/** Stores, areas and lanes, one by one. */
import { type TSchema, Type } from 'typebox';
import { AreaRow, LaneRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import type { Database, Row as StoredRow } from '../db/database.ts';
import type { Condition, KeyPart, RecordKind } from '../feeds/record-kind.ts';
import { knownPart } from '../feeds/unknown-key-rules.ts';
import { areaFeed, laneFeed, storeFeed } from './delivery-feeds.ts';
import { keptPattern, raiseDeliveryVersion } from './delivery-statements.ts';
import { areaCode } from '../shared/places/area-codes.ts';
import { patternsFor } from './lane-rules.ts';

const readPermission = 'company/locations/read';
const uid = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const areaKey: KeyPart = {
  name: 'area',
  column: 'area',
  schema: Type.String({
    minLength: 1,
    maxLength: 24,
    description: 'An area code, the beginning of one (4000*), or *.',
  }),
  kept: keptPattern,
};

/** Rows are kept as they were fed, by earlier releases also with fields that nobody knows. */
const documentOf =
  <Row>(schema: TSchema) =>
  ({ document }: StoredRow): Row =>
    knownPart(schema, JSON.parse(document as string)) as Row;

const place = Type.Optional(
  Type.String({ maxLength: 24, description: 'Only those that cover this area code, whichever decides in the end.' }),
);
const covering = (asked: unknown): readonly Condition[] => {
  const code = typeof asked === 'string' ? areaCode(asked) : undefined;
  if (code === undefined) return [];
  const patterns = patternsFor(code);
  return [{ sql: `area in (${patterns.map(() => '?').join(', ')})`, params: patterns }];
};

const words = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

const usedBy = async (db: Database, companyId: number, storeUid: number): Promise<string | undefined> => {
  const lane = await db.one('select 1 as one from lane where company_id = ? and store_uid = ? limit 1', [
    companyId,
    storeUid,
  ]);
  if (lane !== undefined) return `Lanes begin at store ${storeUid}. Remove them first.`;
  const sql = 'select uid from article where company_id = ? and store_id = ? order by uid limit 1';
  for await (const [article] of db.scan<{ uid: string }>(sql, [companyId, storeUid])) {
    if (article !== undefined) return `Store ${storeUid} holds articles, ${article.uid} for one. It stays for them.`;
  }
  return undefined;
};

export const storeRecords: RecordKind<StoreRow> = {
  feed: storeFeed,
  one: 'store',
  readPermission,
  table: 'store',
  key: [{ name: 'uid', column: 'uid', schema: uid }],
  columns: ['document'],
  rowOf: documentOf(StoreRow),
  named: ([named]) => ({ uid: named }),
  completed: (row) => row,
  filters: { q: words('Words of name, code, city, state, address or area code.') },
  conditions: () => [],
  textOf: ({ name, store_code, city = '', state = '', address = '', area_code }) =>
    [name, store_code, city, state, address, area_code].join(' '),
  removal: (companyId, row) => ({
    problem: (db) => usedBy(db, companyId, row.uid),
    statements: [
      raiseDeliveryVersion(companyId),
      { sql: 'delete from store where company_id = ? and uid = ?', params: [companyId, row.uid] },
    ],
  }),
};

export const areaRecords: RecordKind<AreaRow> = {
  feed: areaFeed,
  one: 'area',
  readPermission,
  table: 'area',
  key: [areaKey],
  columns: ['document'],
  rowOf: documentOf(AreaRow),
  named: ([area]) => ({ area }),
  completed: (row) => row,
  filters: {
    q: words('Words of the city, or the beginning of the area.'),
    place,
    zone: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Only those in this zone.' })),
  },
  conditions: (query, companyId) => [
    ...covering(query['place']),
    ...(typeof query['zone'] === 'number'
      ? [
          {
            sql: 'area in (select area from area_zone where company_id = ? and zone = ?)',
            params: [companyId, query['zone']],
          },
        ]
      : []),
  ],
  textOf: ({ area, city = '', country }) => [keptPattern(area), city, country].join(' '),
  removal: (companyId, row) => ({
    statements: [
      raiseDeliveryVersion(companyId),
      {
        sql: 'delete from area_zone where company_id = ? and area = ?',
        params: [companyId, keptPattern(row.area)],
      },
      { sql: 'delete from area where company_id = ? and area = ?', params: [companyId, keptPattern(row.area)] },
    ],
  }),
};

export const laneRecords: RecordKind<LaneRow> = {
  feed: laneFeed,
  one: 'lane',
  readPermission,
  table: 'lane',
  key: [{ name: 'store_uid', column: 'store_uid', schema: uid }, areaKey],
  columns: ['document'],
  rowOf: documentOf(LaneRow),
  named: ([store_uid, area]) => ({ store_uid, area }),
  completed: (row) => row,
  filters: {
    store_uid: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'From this store.' })),
    place,
  },
  conditions: (query) => [
    ...(typeof query['store_uid'] === 'number' ? [{ sql: 'store_uid = ?', params: [query['store_uid']] }] : []),
    ...covering(query['place']),
  ],
  removal: (companyId, { store_uid, area }) => ({
    statements: [
      raiseDeliveryVersion(companyId),
      {
        sql: 'delete from lane where company_id = ? and store_uid = ? and area = ?',
        params: [companyId, store_uid, keptPattern(area)],
      },
    ],
  }),
};
