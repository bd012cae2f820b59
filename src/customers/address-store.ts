/** Addresses of a shopper in SQL. The owner is part of every `where`: nobody finds another's. */
import type { All, Database, One, Statement } from '../db/database.ts';
import { recordColumns } from '../db/record-columns.ts';

export type AddressOwner = { readonly kind: 'customer' | 'anonymous'; readonly id: string };
export type StoredAddress = {
  readonly id: string;
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly areaCode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly state: string | null;
  /** The address as it was sent. */
  readonly fields: Readonly<Record<string, unknown>>;
};
type Fields = Pick<StoredAddress, 'areaCode' | 'country' | 'state' | 'fields'>;
type AddressRow = Omit<StoredAddress, keyof Fields> & { readonly document: string };
const ADDRESS = recordColumns('id, version, created_at, modified_at, document');

const addressOf = ({ document, ...row }: AddressRow): StoredAddress => ({
  ...row,
  ...(JSON.parse(document) as Fields),
});

type Owned = { readonly applicationId: string; readonly owner: AddressOwner };

export const readAddress = async (db: Database, { applicationId, owner }: Owned, id: string): One<StoredAddress> => {
  const row = await db.one<AddressRow>(
    `select ${ADDRESS} from address where application_id = ? and owner_kind = ? and owner_id = ? and id = ?`,
    [applicationId, owner.kind, owner.id, id],
  );
  return row && addressOf(row);
};

const MOST = 100;
const DAY = 86_400_000;

export const listAddresses = async (db: Database, applicationId: string, owner: AddressOwner): All<StoredAddress> => {
  const rows = await db.all<AddressRow>(
    `select ${ADDRESS} from address where application_id = ? and owner_kind = ? and owner_id = ?
     order by created_at, id limit ?`,
    [applicationId, owner.kind, owner.id, MOST],
  );
  return rows.map(addressOf);
};

/** That a shopper keeps at once. */
export const MOST_ADDRESSES = 50;

/** `guestDays`: for how long a guest's address is kept, which is as long as his carts. */
const endOf = ({ kind }: AddressOwner, { modifiedAt }: StoredAddress, guestDays: number): number | null =>
  kind === 'customer' ? null : modifiedAt + guestDays * DAY;

const documentOf = ({ areaCode, country, state, fields }: StoredAddress): string =>
  JSON.stringify({ areaCode, country, state, fields });

/** Guard `address_limit`. In a batch that counts it for its shopper, several at once come one after another. */
export const addAddress = (
  applicationId: string,
  owner: AddressOwner,
  address: StoredAddress,
  guestDays: number,
): Statement => {
  const { id, version, createdAt, modifiedAt } = address;
  return {
    sql: `insert into address (application_id, owner_kind, owner_id, id, version, created_at, modified_at, expires_at, document)
      select ?, ?, ?, ?, cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as bigint), ?
      where (select count(*) from address where application_id = ? and owner_kind = ? and owner_id = ?) < ${MOST_ADDRESSES}`,
    params: [
      applicationId,
      owner.kind,
      owner.id,
      id,
      version,
      createdAt,
      modifiedAt,
      endOf(owner, address, guestDays),
      documentOf(address),
      applicationId,
      owner.kind,
      owner.id,
    ],
    guard: { name: 'address_limit', rows: 1 },
  };
};

/** Guard `address`: it is still kept. Who was forgotten, or removed it, meanwhile does not have it back. */
export const changeAddress = (
  applicationId: string,
  owner: AddressOwner,
  address: StoredAddress,
  guestDays: number,
): Statement => ({
  sql: `update address set version = ?, modified_at = ?, expires_at = ?, document = ?
    where application_id = ? and owner_kind = ? and owner_id = ? and id = ?`,
  params: [
    address.version,
    address.modifiedAt,
    endOf(owner, address, guestDays),
    documentOf(address),
    applicationId,
    owner.kind,
    owner.id,
    address.id,
  ],
  guard: { name: 'address', rows: 1 },
});

export const deleteAddress = (applicationId: string, owner: AddressOwner, id: string): Statement => ({
  sql: 'delete from address where application_id = ? and owner_kind = ? and owner_id = ? and id = ?',
  params: [applicationId, owner.kind, owner.id, id],
});
