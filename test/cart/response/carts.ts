/** Carts as they are stored, and how they are asked for, with only what a test is about. */
import { type CartAsk, plainAsk } from '../../../src/cart/call/cart-ask.ts';
import {
  type AskedItem,
  asksNothing,
  type CartDocument,
  type CartLine,
  type CartMeta,
  emptyDocument,
  emptyMeta,
  type PaymentSelection,
  type StoredCart,
} from '../../../src/cart/store/cart-document.ts';

export const anAsk = (changes: Partial<CartAsk> = {}): CartAsk => ({
  ...plainAsk,
  items: true,
  breakup: true,
  ...changes,
});

export const askedFor = (itemId: number, changes: Partial<AskedItem> = {}): AskedItem => ({
  ...asksNothing,
  itemId,
  size: 'M',
  ...changes,
});

export const aLine = (
  itemId: number,
  quantity = 1,
  { asked, ...changes }: Partial<Omit<CartLine, 'asked'>> & { readonly asked?: Partial<AskedItem> } = {},
): CartLine => ({
  identifier: `line-${itemId}`.padEnd(22, '0'),
  quantity,
  asked: askedFor(itemId, asked),
  articleUid: `${itemId}_M_1`,
  parent: null,
  autoAdded: false,
  perParent: 1,
  alone: false,
  since: 1,
  ...changes,
});

type CartChanges = Partial<Omit<StoredCart, 'document'>> & {
  readonly document?: Partial<Omit<CartDocument, 'lines' | 'meta'>>;
  readonly meta?: Partial<CartMeta>;
};
let carts = 0;
export const aCart = (lines: readonly CartLine[], { document, meta, ...changes }: CartChanges = {}): StoredCart => {
  carts += 1;
  return {
    id: carts.toString(16).padStart(24, '0'),
    cartId: String(7000 + carts),
    applicationId: 'a',
    owner: { kind: 'anonymous', id: 'visitor' },
    kind: 'universal',
    slug: 'universal',
    version: 1,
    createdAt: 0,
    modifiedAt: Date.UTC(2026, 10, 15, 11, carts % 60),
    document: { ...emptyDocument, ...document, lines, meta: { ...emptyMeta, ...meta } },
    ...changes,
  };
};

/** What selectPaymentMode stores. */
export const paidBy = (
  mode: string,
  identifier: string | null = null,
  network: string | null = null,
): { readonly payment: PaymentSelection } => ({
  payment: { mode, identifier, aggregator: null, merchantCode: null, network, type: null, iin: null },
});

/** Prices of an article in rupees. */
export const rupees = (marked: number, effective: number) => ({
  prices: [{ currency_code: 'INR', marked, effective }],
});
