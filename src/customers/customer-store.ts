/** Customers in SQL: one row each, with what a service client wrote beside what their own proof said. */
import type { CustomerProfile } from '../contract/customers/customer-contract.ts';
import type { All, Database, One, Read, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';
import type { Standing } from './standing-statements.ts';

export type StoredCustomer = Standing & {
  readonly userId: string;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly written: CustomerProfile;
  readonly claimed: CustomerProfile;
};
export type CustomerPlace = { readonly createdAt: number; readonly userId: string };

type CustomerRow = Omit<StoredCustomer, 'written' | 'claimed'> & { readonly document: string; readonly claims: string };
const CUSTOMER = recordColumns(
  'user_id, version, created_at, modified_at, document, claims, orders, spent, last_order_at',
);
const customerOf = ({ document, claims, ...row }: CustomerRow): StoredCustomer => ({
  ...row,
  written: JSON.parse(document) as CustomerProfile,
  claimed: JSON.parse(claims) as CustomerProfile,
});

export const readCustomer = async (db: Database, applicationId: string, userId: string): One<StoredCustomer> => {
  const row = await db.one<CustomerRow>(`select ${CUSTOMER} from customer where application_id = ? and user_id = ?`, [
    applicationId,
    userId,
  ]);
  return row && customerOf(row);
};

/** In the order in which they were first known. `among`: only those with these ids, from which a cross join has SQLite begin. */
const knownBehind = (applicationId: string, after: CustomerPlace | undefined, limit: number, among?: Read): Read => ({
  sql: `select ${CUSTOMER} from ${among === undefined ? '' : `(select user_id as found_id from (${among.sql}) m) f cross join `}customer
     where application_id = ? ${among === undefined ? '' : 'and user_id = found_id'}
     ${after === undefined ? '' : 'and (created_at, user_id) > (?, ?)'} order by created_at, user_id limit ?`,
  params: [
    ...(among?.params ?? []),
    applicationId,
    ...(after === undefined ? [] : [after.createdAt, after.userId]),
    limit,
  ],
});
export const listCustomers = async (
  db: Database,
  applicationId: string,
  after: CustomerPlace | undefined,
  limit: number,
): All<StoredCustomer> => {
  const { sql, params } = knownBehind(applicationId, after, limit);
  return (await db.all<CustomerRow>(sql, params)).map(customerOf);
};

/** So many customers one page of a search looks at: the shops that have more of them turn the page. */
const MOST_LOOKED_AT = 20_000;

type FoundCustomers = { readonly customers: readonly StoredCustomer[]; readonly next: CustomerPlace | undefined };
type Wanted = {
  readonly after: CustomerPlace | undefined;
  readonly size: number;
  /** Those who may be meant (customer-terms.ts); undefined: anybody. */
  readonly among: Read | undefined;
  readonly isMeant: (customer: StoredCustomer) => boolean;
};
/** Whether one is meant is in his documents, which are looked at off the request path and no further than the page. */
export const findCustomers = async (
  db: Database,
  applicationId: string,
  { after, size, among, isMeant }: Wanted,
): Promise<FoundCustomers> => {
  const { sql, params } = knownBehind(applicationId, after, MOST_LOOKED_AT, among);
  const customers: StoredCustomer[] = [];
  let [looked, place] = [0, after];
  for await (const chunk of db.scan<CustomerRow>(sql, params)) {
    for (const row of chunk) {
      if (customers.length === size) return { customers, next: place };
      const customer = customerOf(row);
      [looked, place] = [looked + 1, customer];
      if (isMeant(customer)) customers.push(customer);
    }
  }
  return { customers, next: looked === MOST_LOOKED_AT ? place : undefined };
};

const save = (
  column: 'document' | 'claims',
  { applicationId, userId }: { readonly applicationId: string; readonly userId: string },
  profile: CustomerProfile,
  at: number,
): Statement => ({
  sql: `insert into customer (application_id, user_id, version, created_at, modified_at, document, claims)
    values (?, ?, 1, ?, ?, ?, ?)
    on conflict (application_id, user_id) do update set
      version = customer.version + 1, modified_at = excluded.modified_at, ${column} = excluded.${column}`,
  params: [
    applicationId,
    userId,
    at,
    at,
    column === 'document' ? JSON.stringify(profile) : '{}',
    column === 'claims' ? JSON.stringify(profile) : '{}',
  ],
});
export const saveWritten = (applicationId: string, userId: string, profile: CustomerProfile, at: number): Statement =>
  save('document', { applicationId, userId }, profile, at);
export const saveClaimed = (applicationId: string, userId: string, profile: CustomerProfile, at: number): Statement =>
  save('claims', { applicationId, userId }, profile, at);
