/** Promotions and coupons by key. Whose they are is part of every statement. */
import { type ApplicationPlace, ownedBy } from '../applications/application-store.ts';
import { readWitness, type Witness } from '../db/witness.ts';
import type { All, Database, One } from '../db/database.ts';
import { textsInTurns } from '../shared/slices.ts';
import type { Offer, OfferKind, OfferState } from './offer.ts';

export type OfferRow = {
  readonly id: string;
  readonly kind: OfferKind;
  readonly state: OfferState;
  readonly is_archived: number;
  readonly version: number;
  readonly document: string;
};
export const OFFER_COLUMNS = 'o.id, o.kind, o.state, o.is_archived, o.version, o.document';

export const offerOf = ({ id, kind, state, is_archived, version, document }: OfferRow): Offer => ({
  id,
  kind,
  state,
  isArchived: is_archived === 1,
  version,
  ...(JSON.parse(document) as Pick<Offer, 'definition' | 'life' | 'reason'>),
});

/** An offer as an administrator of its organization names it. */
export const readOffer = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
  [kind, id]: readonly [OfferKind, string],
): One<Offer> => {
  const row = await db.one<OfferRow>(
    `select ${OFFER_COLUMNS} from offer o ${ownedBy('o')} where o.application_id = ? and o.id = ? and o.kind = ?`,
    [companyId, organizationId, applicationId, id, kind],
  );
  return row && offerOf(row);
};

/** What can be priced now or later, without its documents: a node loads only those it does not have in this version. */
export const listRunning = (
  db: Database,
  applicationId: string,
  now: number,
): AsyncIterable<readonly { readonly id: string; readonly version: number }[]> =>
  db.scan<{ id: string; version: number }>(
    `select id, version from offer where application_id = ? and state = 'published' and is_archived = 0
     and (ends_at is null or ends_at > ?) order by id`,
    [applicationId, now],
  );

const readOfferRows = async (db: Database, applicationId: string, ids: readonly string[]): All<OfferRow> =>
  ids.length === 0
    ? []
    : db.all<OfferRow>(
        `select ${OFFER_COLUMNS} from offer o where o.application_id = ? and o.id in (${ids.map(() => '?').join(', ')})`,
        [applicationId, ...ids],
      );

/** Documents of so many are read at once: each may have a megabyte. */
const PORTION = 20;
/** The schedule of one that repeats takes as long as so many signs. */
const SCHEDULE = 50_000;
export const readingSize = ({ document }: OfferRow): number => SCHEDULE + document.length;

/** What `make` makes of offers by id, in turns of the loop. */
export const offersInTurns = async <Made>(
  db: Database,
  { applicationId, ids }: { readonly applicationId: string; readonly ids: readonly string[] },
  make: (offer: Offer) => Made,
  turn?: () => Promise<unknown>,
): Promise<readonly Made[]> => {
  const made: Made[] = [];
  for (let at = 0; at < ids.length; at += PORTION) {
    const rows = await readOfferRows(db, applicationId, ids.slice(at, at + PORTION));
    made.push(...(await textsInTurns(rows, readingSize, (row) => make(offerOf(row)), turn)));
  }
  return made;
};

const VERSION = 'select version from offer_version where application_id = ?';
export const readOfferVersion = async (db: Database, applicationId: string): Promise<number> => {
  const row = await db.one<{ version: number }>(VERSION, [applicationId]);
  return row?.version ?? 0;
};
/** What was read to know that offers have this version. */
export const offerVersionWitness = (applicationId: string, version: number): Witness =>
  readWitness(VERSION, [applicationId], version === 0 ? [] : [{ version }]);

export type FoundCode = {
  readonly offerId: string;
  /** One of many. */
  readonly isBulk: boolean;
  /** The customer who gives it to others; null where it is nobody's. */
  readonly referrerId: string | null;
};

/** Whose code this is, folded; undefined when it is free. */
export const findCode = async (db: Database, applicationId: string, code: string): Promise<FoundCode | undefined> => {
  const row = await db.one<{ offer_id: string; is_bulk: number; user_id: string | null }>(
    `select c.offer_id, c.is_bulk, r.user_id from offer_code c
     left join referral_code r on r.application_id = c.application_id and r.code = c.code
     where c.application_id = ? and c.code = ?`,
    [applicationId, code],
  );
  return row && { offerId: row.offer_id, isBulk: row.is_bulk === 1, referrerId: row.user_id };
};
