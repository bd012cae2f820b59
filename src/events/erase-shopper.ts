/**
 * Forgets a shopper: everything kept of him goes in one batch, and a receipt says how much went from where. What he did before
 * he signed in goes too, by the anonymous ids that his own events name. Every part of the program that keeps copies of events
 * brings an eraser of its own; the events themselves go last, because the others may have to look them up.
 */
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import type { Database, Result } from '../db/database.ts';
import { uuid7 } from '../shared/identifiers.ts';
import { type Eraser, eventEraser, refusalEraser, type Subject } from './erase-statements.ts';
import type { HashText } from './privacy-rules.ts';
import { closeReceipt, linkedIds, openReceipt, type Receipt, suppress } from './shopper-store.ts';

export type Shopper = { readonly userId: string | undefined; readonly anonymousId: string | undefined };
export type ErasureRequest = {
  readonly organizationId: string;
  readonly applicationId: string;
  readonly shopper: Shopper;
  readonly suppress: boolean;
  readonly author: Author;
};

/** Ids as they were sent, and as they are stored where the application hashes them. */
const bothForms = (id: string | undefined, hash: HashText): readonly string[] =>
  id === undefined ? [] : [id, hash(id)];

const subjectOf = async (
  db: Database,
  applicationId: string,
  { userId, anonymousId }: Shopper,
  hash: HashText,
): Promise<Subject> => {
  const userIds = bothForms(userId, hash);
  const linked = await linkedIds(db, applicationId, userIds);
  const known = linked.flatMap((id) => bothForms(id, hash));
  return { applicationId, userIds, anonymousIds: [...new Set([...bothForms(anonymousId, hash), ...known])] };
};

/** The hashes by which a shopper is suppressed. */
export const suppressionOf = ({ userId, anonymousId }: Shopper, hash: HashText): readonly string[] =>
  [userId, anonymousId].flatMap((id) => (id === undefined ? [] : [hash(id)]));

type Part = { readonly name: string; readonly size: number };
const countsOf = (parts: readonly Part[], results: readonly Result[]): Readonly<Record<string, number>> => {
  let place = 0;
  return Object.fromEntries(
    parts.map(({ name, size }) => {
      const own = results.slice(place, place + size);
      place += size;
      return [name, own.reduce((sum, { changes }) => sum + changes, 0)];
    }),
  );
};

export const eraseShopper = async (
  { db, now, random }: Node,
  hash: HashText,
  elsewhere: readonly Eraser[],
  request: ErasureRequest,
): Promise<Receipt> => {
  const { organizationId, applicationId, shopper, author } = request;
  const at = now();
  const subjects = suppressionOf(shopper, hash);
  const started: Receipt = { id: uuid7(at, random), subject: subjects.join(' '), createdAt: at, erased: null };
  const target = await subjectOf(db, applicationId, shopper, hash);
  const parts = [...elsewhere, refusalEraser, eventEraser].map(({ name, statements }) => {
    const batch = statements(target);
    return { name, size: batch.length, batch };
  });
  const audit = {
    ...author,
    organizationId,
    action: 'events.erase',
    subject: `application/${applicationId}`,
    before: null,
    after: { id: started.id, shopper: started.subject },
    at,
  };
  const results = await db.commit([
    ...parts.flatMap(({ batch }) => batch),
    ...(request.suppress ? suppress(applicationId, subjects, at) : []),
    openReceipt(applicationId, started),
    auditStatement(audit, random),
  ]);
  const receipt = { ...started, erased: countsOf(parts, results) };
  await db.commit([closeReceipt(applicationId, receipt)]);
  return receipt;
};
