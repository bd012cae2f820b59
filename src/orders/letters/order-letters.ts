/** What a shopper is written about his order: when it counts, when a parcel leaves, when money goes back, when it ends. */
import type { Node } from '../../applications/node.ts';
import { applicationById } from '../../applications/find-application.ts';
import { guardFailed } from '../../db/database.ts';
import { letterOf, type LetterPart } from '../../mail/letters.ts';
import { isQueued, queueLetter } from '../../mail/mail-statements.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { emailOf } from '../../privacy/contacts/guest-contact-rules.ts';
import { countLetter, lettersOfDay } from './letter-room.ts';
import type { StoredOrder } from '../order-document.ts';
import { readOrder } from '../order-store.ts';

/** An event of an order, as it waits for the mail. */
export type ToldEvent = Readonly<{ application_id: string; id: string; slug: string; sequence_key: string | null }>;

type Written = { readonly subject: string; readonly sentence: string };
const written: Readonly<Record<string, Written>> = {
  'application/order/confirmed/v1': { subject: 'is placed', sentence: 'Thank you. Your order is placed.' },
  'application/order/shipped/v1': { subject: 'is on its way', sentence: 'A parcel of your order has left.' },
  'application/order/cancelled/v1': { subject: 'is cancelled', sentence: 'Your order is cancelled.' },
  'application/order/refund_changed/v1': {
    subject: 'has a refund',
    sentence: 'There is news of the refund of your order.',
  },
};

const recipientOf = ({ document }: StoredOrder): string | undefined => {
  const { delivery, billing, customer } = document;
  return emailOf({ delivery, billing }, customer);
};

const partsOf = (order: StoredOrder, sentence: string, page: string | undefined): readonly LetterPart[] => {
  const { currency, lines } = order.document;
  const { number } = amountsIn(currency);
  const money = (amount: number): string => `${currency.code} ${number(amount)}`;
  return [
    { text: sentence },
    { text: `Order ${order.id}` },
    ...lines.map(({ name, size, quantity, amount }) => ({ text: `${quantity} × ${name}, ${size}: ${money(amount)}` })),
    { text: `Total: ${money(order.total)}` },
    ...(page === undefined ? [] : [{ text: 'See your order', link: page }]),
  ];
};

/**
 * Queues the letter of an event. An order without an e-mail address, and an event nobody is written about, have none, nor has a
 * guest's whose mailbox was written to often enough today.
 */
export const writeOrderLetter = async (
  node: Pick<Node, 'db' | 'keyring' | 'now' | 'random'>,
  event: ToldEvent,
): Promise<void> => {
  const { db, keyring, now } = node;
  const said = ownEntry(written, event.slug);
  const orderId = event.sequence_key?.replace(/^order\//, '');
  if (said === undefined || orderId === undefined) return;
  const order = await readOrder(db, event.application_id, orderId);
  const to = order && recipientOf(order);
  const application = await applicationById(db)(event.application_id);
  if (order === undefined || to === undefined || application === undefined) return;
  const id = `order/${event.application_id}/${event.id}`;
  if (await isQueued(db, id)) return;
  const { name, storefront_url: storefront } = application.settings;
  const page =
    storefront === null ? undefined : `${storefront.replace(/\/$/, '')}/cart/order-status?order_id=${order.id}`;
  const letter = letterOf(to, `${name}: order ${order.id} ${said.subject}`, partsOf(order, said.sentence, page));
  const { organizationId } = application;
  const queued = queueLetter(keyring, { id, kind: 'order', organizationId, about: order.id, letter, at: now() });
  if (queued.length === 0) return;
  await db.commit([...queued, ...(await countLetter(node, order, to))]).catch((error: unknown) => {
    if (!guardFailed(error, 'mail') && !guardFailed(error, lettersOfDay)) throw error;
  });
};
