/**
 * Everything by which the tables know one person: the ids that were given, the guest he was before he signed in (whose cart
 * went into his), his carts and orders, and the names that events have for him. Looked up when an erasure begins, and again for
 * each group of guests whom it finds.
 */
import type { Database, Row, Value } from '../db/database.ts';
import { repeated } from '../db/many-rows.ts';
import { bothForms, guestName, type HashText } from './person-names.ts';
import type { Sign } from './personal-table.ts';

export type NamedPerson = {
  readonly userIds: readonly string[];
  readonly guestIds: readonly string[];
  /** Ids that pages have of him. */
  readonly pageIds: readonly string[];
};
type Trace = 'userSigns' | 'anonymousSigns' | 'cartIds' | 'cartNumbers' | 'orderIds';
export type Person = Omit<NamedPerson, 'pageIds'> &
  Readonly<Record<Trace, readonly string[]>> & {
    readonly applicationId: string;
    readonly organizationId: string;
    /** What stands where he was named, in what stays. */
    readonly pseudonym: string;
  };

/** Of somebody of whom nothing is known. */
export const noTraces = {
  userIds: [],
  guestIds: [],
  userSigns: [],
  anonymousSigns: [],
  cartIds: [],
  cartNumbers: [],
  orderIds: [],
} as const satisfies Partial<Person>;

const CHUNK = 100;
export const chunked = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, n) => values.slice(n * CHUNK, (n + 1) * CHUNK));
export const marks = (count: number): string => Array<string>(count).fill('?').join(', ');

/**
 * A table of the words that are sought, to cross join with: each is one look into an index. For a list of a hundred SQLite takes an
 * application for the rarer thing, and goes through all rows it has (db/value-list.ts).
 */
export const soughtWords = (count: number): string =>
  `with sought (word) as (values ${repeated(count, '(cast(? as text))')})`;

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];

const collect = async <T extends Row>(db: Database, sql: string, params: readonly Value[]): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const rows of db.scan<T>(sql, params)) found.push(...rows);
  return found;
};

/** `sql` with the marks of some of the values in its brackets, until all of them were asked for. */
export const collectBy = async <T extends Row>(
  db: Database,
  sql: (places: string) => string,
  first: readonly Value[],
  values: readonly string[],
): Promise<readonly T[]> => {
  const found: T[] = [];
  for (const some of chunked(values))
    found.push(...(await collect<T>(db, sql(marks(some.length)), [...first, ...some])));
  return found;
};

type CartKey = { readonly id: string; readonly cart_id: number };
/** Asked for in two halves, each of which has an index. */
const cartsOf = async (db: Database, applicationId: string, kind: string, ids: readonly string[]) => {
  const halves = await Promise.all(
    ["state = 'active'", "state <> 'active'"].map((half) =>
      collectBy<CartKey>(
        db,
        (places) => `select id, cart_id from cart
          where application_id = ? and owner_kind = ? and ${half} and owner_id in (${places})`,
        [applicationId, kind],
        ids,
      ),
    ),
  );
  return halves.flat();
};

/** Not those whose cart was taken by its id: whoever knows one could have somebody else forgotten with himself. */
const guestsMergedInto = async (db: Database, carts: readonly CartKey[]): Promise<readonly string[]> => {
  const rows = await collectBy<{ owner_id: string }>(
    db,
    (places) => `select distinct owner_id from cart
      where owner_kind = 'anonymous' and taken_by_id is null and merged_into in (${places})`,
    [],
    carts.map(({ id }) => id),
  );
  return rows.map(({ owner_id }) => owner_id);
};

const ordersOf = async (db: Database, applicationId: string, kind: string, ids: readonly string[]) =>
  (
    await collectBy<{ id: string }>(
      db,
      (places) =>
        `select id from customer_order where application_id = ? and owner_kind = ? and owner_id in (${places})`,
      [applicationId, kind],
      ids,
    )
  ).map(({ id }) => id);

/** Anonymous ids that events name together with one of these. */
const linked = async (
  db: Database,
  applicationId: string,
  column: 'user_id' | 'sequence_key',
  values: readonly string[],
): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const words of chunked(values)) {
    const rows = await collect<{ anonymous_id: string }>(
      db,
      `${soughtWords(words.length)} select distinct anonymous_id from sought cross join event
        where application_id = ? and anonymous_id is not null and ${column} = sought.word`,
      [...words, applicationId],
    );
    found.push(...rows.map(({ anonymous_id }) => anonymous_id));
  }
  return found;
};

const sequencesOf = ({ cartNumbers, orderIds }: Pick<Person, 'cartNumbers' | 'orderIds'>): readonly string[] => [
  ...cartNumbers.map((number) => `cart/${number}`),
  ...orderIds.map((id) => `order/${id}`),
];

export type PersonPlace = Pick<Person, 'applicationId' | 'organizationId' | 'pseudonym'>;

/** What events alone know of him. */
export const findInEvents = async (
  db: Database,
  place: PersonPlace,
  { userIds, pageIds }: NamedPerson,
  hash: HashText,
): Promise<Person> => {
  const userSigns = bothForms(userIds, hash);
  const known = await linked(db, place.applicationId, 'user_id', userSigns);
  return {
    ...place,
    userIds,
    guestIds: [],
    userSigns,
    anonymousSigns: bothForms([...pageIds, ...known], hash),
    cartIds: [],
    cartNumbers: [],
    orderIds: [],
  };
};

export const findPerson = async (
  db: Database,
  place: PersonPlace,
  given: NamedPerson,
  hash: HashText,
): Promise<Person> => {
  const { applicationId } = place;
  const { userIds } = given;
  const own = await cartsOf(db, applicationId, 'customer', userIds);
  const guestIds = distinct([...given.guestIds, ...(await guestsMergedInto(db, own))]);
  const carts = [...own, ...(await cartsOf(db, applicationId, 'anonymous', guestIds))];
  const orderIds = [
    ...(await ordersOf(db, applicationId, 'customer', userIds)),
    ...(await ordersOf(db, applicationId, 'anonymous', guestIds)),
  ];
  const things = { cartNumbers: carts.map(({ cart_id }) => String(cart_id)), orderIds };
  const beside = await linked(db, applicationId, 'sequence_key', sequencesOf(things));
  const pageIds = [...given.pageIds, ...guestIds.map((id) => guestName(id, hash)), ...beside];
  const inEvents = await findInEvents(db, place, { ...given, pageIds }, hash);
  return { ...inEvents, ...things, guestIds, cartIds: carts.map(({ id }) => id) };
};

/** The values that a column is compared with, by the word that the list has for them. */
export const signsOf = (person: Person): Readonly<Record<Sign, readonly string[]>> => {
  const { userIds, userSigns, anonymousSigns, cartIds, cartNumbers, orderIds } = person;
  return {
    user: userIds,
    holder: userIds.map((id) => `user:${id}`),
    actor: [...userSigns.map((id) => `u:${id}`), ...anonymousSigns.map((id) => `a:${id}`)],
    user_sign: userSigns,
    anonymous_sign: anonymousSigns,
    cart: cartIds,
    cart_word: [...cartIds, ...cartNumbers],
    cart_hold: cartIds.map((id) => `cart:${id}`),
    cart_subject: cartNumbers.map((number) => `cart/${number}`),
    order: orderIds,
    order_hold: orderIds.map((id) => `order:${id}`),
    order_subject: orderIds.map((id) => `order/${id}`),
    sequence: sequencesOf(person),
  };
};
