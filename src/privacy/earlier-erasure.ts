/**
 * An erasure that the release before began. It kept all guests it found with the person, and counted places in which each of
 * them had his own: what it has gone through already is gone through once more, where nothing is left.
 */
import type { Database, Row, Statement } from '../db/database.ts';
import type { Contact } from './contact-rules.ts';
import type { Cursor, Erasure, Progress, Whom } from './erasure-store.ts';
import { keepTraces } from './erasure-traces.ts';

type EarlierProgress = Cursor & {
  readonly scope: 'all' | 'events';
  readonly erased: Readonly<Record<string, number>>;
  readonly search?: Contact;
  /** It waits for orders. */
  readonly rest?: boolean;
};

/** Orders that already have the name it drew, and may be waited for. */
const ordersUnder = async (db: Database, applicationId: string, pseudonym: string): Promise<readonly string[]> => {
  const rows = await db.all<Row & { id: string }>(
    `select id from customer_order where application_id = ? and owner_kind in ('customer', 'anonymous') and owner_id = ?
     and state in ('awaiting_payment', 'placed')`,
    [applicationId, pseudonym],
  );
  return rows.map(({ id }) => id);
};

type TakenOver = {
  readonly whom: Whom;
  readonly statements: readonly Statement[];
  readonly progress: Progress;
};

export const takeOver = async (db: Database, erasure: Erasure): Promise<TakenOver> => {
  const { applicationId, subject, whom } = erasure;
  const { person } = whom;
  const { scope, erased, search, rest, place, after } = erasure.progress as Cursor & EarlierProgress;
  const from = { scope, erased, behind: '', waiting: 0, place: 0, after: null } as const;
  if (search !== undefined) {
    const guests = person.guestIds.map((id) => ({ id }));
    return {
      whom: { person: { ...person, guestIds: [] } },
      statements: keepTraces(erasure, 'guest', guests),
      progress: { ...from, stage: 'search', search, place, after },
    };
  }
  const orderIds = [...(await ordersUnder(db, applicationId, person.pseudonym)), ...(rest ? person.orderIds : [])];
  // Whose they were is known of a customer, who is erased by one id: it is the first of the subject.
  const [owner = ''] = subject.split(' ');
  return {
    whom,
    statements: keepTraces(
      erasure,
      'order',
      orderIds.map((id) => ({ id, owner })),
    ),
    progress: rest === true ? { ...from, stage: 'rest' } : { ...from, stage: 'walk', waiting: orderIds.length },
  };
};
