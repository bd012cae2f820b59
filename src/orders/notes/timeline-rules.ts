/** Everything that happened to an order, in the order in which it did. Pure. */
import type { TimelineEntry } from '../../contract/orders/order-paper-contract.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { currencyOf } from '../../shared/currency.ts';
import { parcelsOf } from '../goods/unit-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import { numberOf, type Paper } from '../papers/paper-rules.ts';
import type { StoredPayment } from '../payment/payment-store.ts';
import type { StoredRefund } from '../refunds/refund-store.ts';
import type { StoredNote } from './note-store.ts';

export type Told = {
  readonly payments: readonly StoredPayment[];
  readonly refunds: readonly StoredRefund[];
  readonly papers: readonly Paper[];
  readonly notes: readonly StoredNote[];
};

type Entry = Omit<TimelineEntry, 'at'> & { readonly when: number };

const plain = { by: '', reason: '', reference: null };
const money = (amount: number, code: string): string => `${amountsIn(currencyOf(code)).decimal(amount)} ${code}`;

const ofGoods = (order: StoredOrder): readonly Entry[] => {
  const { events, returns = [], settlements = [] } = order.progress;
  const code = order.document.currency.code;
  return [
    ...events.map(
      ({ state, at, by, reason }): Entry => ({
        when: at,
        kind: 'state',
        what: `The order is ${state.replaceAll('_', ' ')}`,
        reference: null,
        by,
        reason,
      }),
    ),
    ...parcelsOf(order).flatMap(({ id, carrier, trackingNumber, shippedAt, deliveredAt }): readonly Entry[] => [
      {
        ...plain,
        when: shippedAt,
        kind: 'parcel',
        what: ['A parcel left', carrier, trackingNumber].filter(Boolean).join(', '),
        reference: id,
      },
      ...(deliveredAt === null
        ? []
        : [{ ...plain, when: deliveredAt, kind: 'parcel', what: 'A parcel arrived', reference: id }]),
    ]),
    ...returns.flatMap(({ id, state, requestedAt, requestedBy, modifiedAt, reason, answer }): readonly Entry[] => [
      { when: requestedAt, kind: 'return', what: 'A return was requested', reference: id, by: requestedBy, reason },
      ...(modifiedAt === requestedAt
        ? []
        : [
            {
              ...plain,
              when: modifiedAt,
              kind: 'return',
              what: `A return was ${state}`,
              reference: id,
              reason: answer,
            },
          ]),
    ]),
    ...settlements.map(
      ({ id, cause, at, by, reason, amount }): Entry => ({
        when: at,
        kind: 'refund',
        what: `Goods were ${cause}: ${money(amount, code)} given back`,
        reference: id,
        by,
        reason,
      }),
    ),
  ];
};

export const timelineOf = (
  order: StoredOrder,
  { payments, refunds, papers, notes }: Told,
): readonly TimelineEntry[] => {
  const all: readonly Entry[] = [
    ...ofGoods(order),
    ...payments.map(
      ({ paymentId, outcome, amount, currency, receivedAt }): Entry => ({
        ...plain,
        when: receivedAt,
        kind: 'payment',
        what: `A payment of ${money(amount, currency)}: ${outcome}`,
        reference: paymentId,
      }),
    ),
    ...refunds.flatMap(({ id, amount, currency, events }) =>
      events.map(
        ({ state, at, by, reason }): Entry => ({
          when: at,
          kind: 'refund',
          what: `A refund of ${money(amount, currency)} is ${state}`,
          reference: id,
          by,
          reason,
        }),
      ),
    ),
    ...papers.map(
      (paper): Entry => ({
        ...plain,
        when: paper.madeAt,
        kind: 'paper',
        what: paper.kind === 'invoice' ? 'An invoice was made' : 'A credit note was made',
        reference: numberOf(paper),
      }),
    ),
    ...notes.map(
      ({ id, author, createdAt, body }): Entry => ({
        ...plain,
        when: createdAt,
        kind: 'note',
        what: body,
        reference: id,
        by: author,
      }),
    ),
  ];
  return all.toSorted((a, b) => a.when - b.when).map(({ when, ...entry }) => ({ at: isoTime(when), ...entry }));
};
