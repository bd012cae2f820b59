/**
 * The rows of one person in one table, some at a time: which they are, and the statements that take them or him away. The
 * tables and their ways come from the list, so whoever adds a column there has it erased.
 */
import { ownEntry } from '../shared/own-entry.ts';
import { textsInTurns } from '../shared/slices.ts';
import type { Database, Row, Statement, Value } from '../db/database.ts';
import { marks, type Person } from './find-person.ts';
import { type Renaming, renamed, says, withoutPerson } from './member-rules.ts';
import { personalData } from './personal-data.ts';
import { inApplication, type Place, placesOf, rowsAt } from './person-places.ts';
import { columnsOf, columnsOfKind, keyOf, type PersonalTable } from './personal-table.ts';

export type Step = {
  readonly statements: readonly Statement[];
  readonly rows: number;
  /** Whether there may be more here, and behind which row. */
  readonly more: boolean;
  readonly after: readonly string[] | null;
  /** Rows of which only the names went, because they are still needed, and whose they were. */
  readonly waiting: readonly { readonly id: string; readonly ownerId: string }[];
};

export type EraseAt = {
  readonly after: readonly string[] | null;
  readonly now: number;
  /** Who of all is named in rows that are looked through. */
  readonly whomIn?: ((table: PersonalTable, rows: readonly Row[]) => Promise<Person>) | undefined;
};

const STEP = 200;
const DAY = 86_400_000;

const renamingOf = ({ userIds, guestIds, pseudonym }: Person): Renaming => ({
  ids: new Set([...userIds, ...guestIds]),
  pseudonym,
});

/** What goes or changes in the batch of its parents, by their ids. */
const alongside = (parent: string, ids: readonly string[], person: Person): readonly Statement[] =>
  [...personalData].flatMap(([name, table]) =>
    (table.ways ?? []).flatMap((way): readonly Statement[] => {
      if (way.by !== 'parent' || way.parent !== parent) return [];
      const [scope, scoped] = inApplication(table, person);
      const mine = `${scope}${way.column} in (${marks(ids.length)})`;
      const params = [...scoped, ...ids.map((id) => `${way.prefix ?? ''}${id}`)];
      if (table.rows === 'go') return [{ sql: `delete from ${name} where ${mine}`, params }];
      return columnsOfKind(table, 'shopper').map((column) => ({
        sql: `update ${name} set ${column} = ? where ${mine}`,
        params: [person.pseudonym, ...params],
      }));
    }),
  );

const hasChildren = (name: string): boolean =>
  [...personalData.values()].some(({ ways = [] }) => ways.some((way) => way.by === 'parent' && way.parent === name));

/** The keys of the first of them. */
const picking = (place: Place): readonly [sql: string, params: readonly Value[]] => {
  const key = keyOf(place.table).join(', ');
  const [sql, params] = rowsAt(place, key);
  return [`${sql} order by ${key} limit ? offset 0`, [...params, STEP]];
};

/** How many customers wish for a thing is counted beside the wishes themselves. */
const counted = ({ name }: Place, picked: string, params: readonly Value[]): readonly Statement[] =>
  name !== 'wishlist'
    ? []
    : [
        {
          sql: `update wishlist_count set followers = followers - 1 where (application_id, collection_type, collection_id) in
            (select application_id, collection_type, collection_id from wishlist
             where (application_id, user_id, collection_type, collection_id) in (${picked}))`,
          params,
        },
      ];

/** Who counts events has read whose visitor somebody was: he counts anew, and what he counted so a moment ago goes, too. */
const uncounted = ({ name }: Place, person: Person): readonly Statement[] =>
  name !== 'funnel_owner'
    ? []
    : [
        {
          sql: 'update funnel_progress set version = version + 1 where application_id = ?',
          params: [person.applicationId],
        },
        ...placesOf(person, 'events')
          .filter((place) => place.name === 'funnel_visit')
          .map((place) => {
            const key = keyOf(place.table).join(', ');
            const [visits, params] = rowsAt(place, key);
            return { sql: `delete from funnel_visit where (${key}) in (${visits})`, params };
          }),
      ];

const remove = async (db: Database, place: Place, person: Person): Promise<Step> => {
  const { name, table } = place;
  const [picked, params] = picking(place);
  const rows = await db.all(picked, params);
  const found = { rows: rows.length, more: rows.length === STEP, after: null, waiting: [] };
  if (rows.length === 0) return { ...found, statements: [] };
  if (hasChildren(name)) {
    const ids = rows.map((row) => String(row['id']));
    const [scope, scoped] = inApplication(table, person);
    const itself = {
      sql: `delete from ${name} where ${scope}id in (${marks(ids.length)})`,
      params: [...scoped, ...ids],
    };
    return { ...found, statements: [...alongside(name, ids, person), itself] };
  }
  const itself = { sql: `delete from ${name} where (${keyOf(table).join(', ')}) in (${picked})`, params };
  return { ...found, statements: [...counted(place, picked, params), ...uncounted(place, person), itself] };
};

type Changed = { readonly values: ReadonlyMap<string, Value>; readonly waits: boolean };

const waitsFor = ({ waits }: PersonalTable, row: Row, now: number): boolean =>
  waits !== undefined &&
  waits.states.includes(String(row['state'])) &&
  Number(row['created_at']) > now - waits.days * DAY;

/** Most of what has to be looked at for him names neither him nor a cart: the text tells, before it is read. */
const mayName = ({ table }: Place, row: Row, { userIds, guestIds }: Person): boolean => {
  const signs = [
    ...[...userIds, ...guestIds].map((id) => JSON.stringify(id).slice(1, -1)),
    ...(table.carts ?? []).map((path) => `"${path.slice(path.lastIndexOf('.') + 1)}"`),
  ];
  const columns = [...Object.keys(table.members ?? {}), ...columnsOfKind(table, 'shopper')];
  return columns.some((column) => signs.some((sign) => String(ownEntry(row, column)).includes(sign)));
};

/** The columns that are different without the person. */
const changedRow = (place: Place, row: Row, person: Person, now: number): Changed => {
  const { table } = place;
  if (!place.isHis && !mayName(place, row, person)) return { values: new Map(), waits: false };
  const renaming = renamingOf(person);
  const documents = Object.entries(table.members ?? {}).map(([column, members]) => {
    const old: unknown = JSON.parse(String(ownEntry(row, column)));
    return { column, members, old, renamed: withoutPerson(old, members, 'names', renaming) };
  });
  const names = columnsOfKind(table, 'shopper').flatMap((column): readonly (readonly [string, string])[] => {
    const text = ownEntry(row, column);
    const after = typeof text === 'string' ? renamed(text, table.prefix ?? '', renaming) : undefined;
    return after === undefined ? [] : [[column, after]];
  });
  const carts = new Set([...person.cartIds, ...person.cartNumbers]);
  const isNamed =
    names.length > 0 ||
    documents.some(({ old, renamed: after }) => JSON.stringify(old) !== JSON.stringify(after)) ||
    documents.some(({ old }) => says(old, table.carts ?? [], carts));
  const waits = waitsFor(table, row, now);
  const tells = (place.isHis || isNamed) && !waits;
  const told = tells ? columnsOfKind(table, 'told').map((column) => [column, ''] as const) : [];
  const texts = documents.map(({ column, members, renamed: after }) => {
    const left = tells ? withoutPerson(after, members, 'all', renaming) : after;
    return [column, JSON.stringify(left)] as const;
  });
  const values = [...names, ...told, ...texts].filter(([column, value]) => ownEntry(row, column) !== value);
  return { values: new Map(values), waits };
};

const GUARD = 'erased_row';

const updateOf = ({ name, table }: Place, row: Row, values: ReadonlyMap<string, Value>): Statement => {
  const columns = [...values.keys()];
  const { versioned = false } = table;
  const set = [...columns.map((column) => `${column} = ?`), ...(versioned ? ['version = version + 1'] : [])];
  const same = [...keyOf(table), ...(versioned ? ['version'] : columns)];
  return {
    sql: `update ${name} set ${set.join(', ')} where ${same.map((column) => `${column} = ?`).join(' and ')}`,
    params: [...values.values(), ...same.map((column) => ownEntry(row, column) as Value)],
    guard: { name: GUARD, rows: 1 },
  };
};

/** Signs of a step, of however few rows: an order of hundreds of lines has a megabyte. */
const STEP_SIGNS = 1_000_000;
export const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** The first of them, off the request path. */
const fewRows = async (db: Database, sql: string, params: readonly Value[]): Promise<readonly Row[]> => {
  const rows: Row[] = [];
  let signs = 0;
  for await (const some of db.scan(sql, params)) {
    for (const row of some) {
      rows.push(row);
      signs += sizeOf(row);
      if (signs >= STEP_SIGNS) return rows;
    }
  }
  return rows;
};

/** Rows that stay, without the person. Guard `erased_row`: nobody changed one since it was read. */
const rewrite = async (db: Database, place: Place, person: Person, { after, now, whomIn }: EraseAt): Promise<Step> => {
  const { name, table, isAlone } = place;
  const key = keyOf(table);
  const behind = after === null ? '' : ` and (${key.join(', ')}) > (${marks(key.length)})`;
  const [sql, params] = rowsAt(place, `${name}.*`);
  const rows = await fewRows(db, `${sql}${behind} order by ${key.join(', ')} limit ? offset 0`, [
    ...params,
    ...(after ?? []),
    STEP,
  ]);
  const whom = whomIn === undefined ? person : await whomIn(table, rows);
  const changed = await textsInTurns(rows, sizeOf, (row) => ({ row, ...changedRow(place, row, whom, now) }));
  const touched = changed.filter(({ values }) => values.size > 0);
  const ids = touched.map(({ row }) => String(row['id']));
  const last = rows.at(-1);
  return {
    statements: [
      ...touched.map(({ row, values }) => updateOf(place, row, values)),
      ...(ids.length > 0 && !isAlone && hasChildren(name) ? alongside(name, ids, person) : []),
    ],
    rows: touched.length,
    // Fewer than asked for may be all there are, or all that one step takes.
    more: last !== undefined,
    after: last === undefined ? null : key.map((column) => String(ownEntry(last, column))),
    waiting: changed.flatMap(({ row, waits }) =>
      waits ? [{ id: String(row['id']), ownerId: String(row['owner_id']) }] : [],
    ),
  };
};

/** Rows whose key has the person in it: each is added to the one under the other name. */
const merge = async (db: Database, place: Place, person: Person): Promise<Step> => {
  const { name, table } = place;
  const columns = [...columnsOf(table).keys()];
  const [who = ''] = columnsOfKind(table, 'shopper');
  const sum = table.adds ?? '';
  const [sql, params] = rowsAt(place, `${name}.*`);
  const rows = await db.all(`${sql} limit ? offset 0`, [...params, STEP]);
  const key = keyOf(table);
  const moves = rows.flatMap((row): readonly Statement[] => [
    {
      sql: `insert into ${name} (${columns.join(', ')}) values (${marks(columns.length)})
        on conflict (${key.join(', ')}) do update set ${sum} = ${name}.${sum} + excluded.${sum}, version = ${name}.version + 1`,
      params: columns.map((column) => (column === who ? person.pseudonym : (ownEntry(row, column) as Value))),
    },
    {
      sql: `delete from ${name} where ${[...key, 'version'].map((column) => `${column} = ?`).join(' and ')}`,
      params: [...key, 'version'].map((column) => ownEntry(row, column) as Value),
      guard: { name: GUARD, rows: 1 },
    },
  ]);
  return { statements: moves, rows: rows.length, more: rows.length === STEP, after: null, waiting: [] };
};

/** What to do next at a place, and where to go on after it. */
export const eraseStep = (db: Database, place: Place, person: Person, at: EraseAt): Promise<Step> => {
  if (place.table.rows === 'go') return remove(db, place, person);
  return place.table.adds === undefined ? rewrite(db, place, person, at) : merge(db, place, person);
};
export const erasedRowGuard = GUARD;
