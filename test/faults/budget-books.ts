/**
 * Budgets of a campaign, as they must stand at every moment and so also right after a kill: what is counted as given is what orders
 * hold and what they take off, an order that was cancelled holds nothing, and nobody was given more than there was.
 */
import type { Database, Row } from '../../src/db/database.ts';
import { BUDGET, type Hold } from '../../src/offers/uses/use-statements.ts';
import type { OrderDocument } from '../../src/orders/order-document.ts';
import type { OrderProgress } from '../../src/orders/order-progress.ts';

/**
 * What one order takes off by the promotion, and what there is for all of them, in rupees. For orders that are paid first: one of
 * them stands, all others are cancelled, so that the rest is fought for in every round.
 */
const EACH = 100;
const ALL = 130;
const MINOR = 100;
export const tightOffer = {
  kind: 'promotion',
  body: {
    mode: 'promotion',
    promotion_type: 'amount',
    promo_group: 'product',
    stackable: true,
    buy_rules: { 'rule#1': { all_items: true } },
    discount_rules: [{ buy_condition: '( rule#1 )', discount_type: 'amount', offer: { discount_amount: EACH } }],
    restrictions: { budget: { amount: ALL }, payments: { CARD: {} } },
    _schedule: { published: true },
  },
} as const;

/** In one statement, so that a commit which a killed node left to its database is in all of it or in nothing. */
const BOOKS = `select 'order' as kind, state as name, document, progress, 0 as taken from customer_order
  union all select 'hold', offer_id, document, '', 0 from offer_hold
  union all select 'use', offer_id, '', '', taken from offer_use where holder = '${BUDGET}'
  union all select 'offer', id, document, '', 0 from offer`;
type Book = Row & {
  readonly kind: 'order' | 'hold' | 'use' | 'offer';
  readonly name: string;
  readonly document: string;
  readonly progress: string;
  readonly taken: number;
};

type Entry = readonly [offerId: string, amount: number];
type Discounted = Pick<OrderDocument['lines'][number], 'discounts'>;
const offBy = (lines: readonly Discounted[]): readonly Entry[] =>
  lines.flatMap(({ discounts }) => discounts.map(({ source, amount }): Entry => [source.id, amount]));

/** What an order takes off now. */
const standingOf = ({ name, document, progress }: Book): readonly Entry[] =>
  name === 'cancelled'
    ? []
    : offBy((JSON.parse(progress) as OrderProgress).standing?.lines ?? (JSON.parse(document) as OrderDocument).lines);

type Bounded = { readonly definition: { readonly restrictions: { readonly budget: { readonly amount: number } } } };
const entriesOf: Readonly<Record<Book['kind'], (book: Book) => readonly Entry[]>> = {
  order: standingOf,
  hold: ({ name, document }) => [[name, (JSON.parse(document) as Pick<Hold, 'amounts'>).amounts?.[BUDGET] ?? 0]],
  use: ({ name, taken }) => [[name, taken]],
  offer: ({ name, document }) => [
    [name, (JSON.parse(document) as Bounded).definition.restrictions.budget.amount * MINOR],
  ],
};
const totalOf = (entries: readonly Entry[], offerId: string): number =>
  entries.reduce((sum, [id, amount]) => (id === offerId ? sum + amount : sum), 0);

type Books = {
  /** What does not hold, in sentences. */
  readonly broken: readonly string[];
  /** Whether the tight offer gave something, and some orders less than it gives. */
  readonly isReached: boolean;
};
export const readBudgets = async (db: Database): Promise<Books> => {
  const books: Record<Book['kind'], Entry[]> = { order: [], hold: [], use: [], offer: [] };
  const asMade: (readonly Entry[])[] = [];
  for await (const rows of db.scan<Book>(BOOKS)) {
    for (const book of rows) {
      books[book.kind].push(...entriesOf[book.kind](book));
      if (book.kind === 'order') asMade.push(offBy((JSON.parse(book.document) as OrderDocument).lines));
    }
  }
  const broken = books.offer.flatMap(([id, budget]) => {
    const given = totalOf(books.use, id);
    const words = `of ${budget} ${given} is counted as given`;
    const [off, held] = [totalOf(books.order, id), totalOf(books.hold, id)];
    return [
      ...(given > budget ? [`${words}: more than there was`] : []),
      ...(given === off ? [] : [`${words}, and orders take off ${off}`]),
      ...(given === held ? [] : [`${words}, and orders hold ${held}`]),
    ];
  });
  const tight = books.offer.find(([, budget]) => budget === ALL * MINOR)?.[0] ?? '';
  const parts = asMade.map((entries) => totalOf(entries, tight));
  return { broken, isReached: parts.some((part) => part > 0) && parts.some((part) => part < EACH * MINOR) };
};
