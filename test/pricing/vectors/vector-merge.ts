/** Cases about two carts that become one, through the cart's own merge, with a small catalogue that sells everything. */
import { noTaxTable } from '../../../src/delivery/tax-table-rules.ts';
import * as Value from 'typebox/value';
import { mergeDocuments } from '../../../src/cart/lines/apply-merge.ts';
import type { CartFacts } from '../../../src/cart/lines/cart-facts.ts';
import { plainArticle } from '../../../src/cart/quote/quote-goods-rules.ts';
import {
  type AskedItem,
  asksNothing,
  type CartDocument,
  type CartLine,
  emptyDocument,
  type JsonObject,
} from '../../../src/cart/store/cart-document.ts';
import type { Item } from '../../../src/catalog/article-cache.ts';
import type { Article } from '../../../src/catalog/article.ts';
import { MOST_CART_LINES, QuotaSettings } from '../../../src/contract/applications/quota-settings-contract.ts';
import { promiseSettings } from '../../../src/delivery/promise-answer.ts';
import { completeConfiguration } from '../../../src/offers/configurations/configuration-rules.ts';
import { currencyOf } from '../../../src/shared/currency.ts';
import type { MergeStrategy } from '../../../src/shared/merge-quantities.ts';
import { ownEntry } from '../../../src/shared/own-entry.ts';
import { UnreadVector } from './vector-language.ts';

type VectorItem = { readonly product: string; readonly quantity: number; readonly meta?: JsonObject };

const strategies: Readonly<Record<string, MergeStrategy>> = {
  sum: 'sum',
  guest_quantity_wins: 'replace',
  use_existing: 'leave',
  use_guest_if_existing_empty: 'if_empty',
};

/** An article in unlimited stock, sold in steps. */
export const vectorArticle = (itemId: number, step: number | null = null): Article => ({
  ...plainArticle(itemId, 1),
  uid: `article-${itemId}`,
  version: 1,
  size: 'OS',
  sellerId: 1,
  prices: [{ currency: 'INR', list: null, marked: 100, effective: 100 }],
  moq: { minimum: null, maximum: null, increment: step },
});

const itemOf = (itemId: number): Item => ({
  product: {
    uid: itemId,
    slug: `item-${itemId}`,
    isActive: true,
    version: 1,
    name: `Item ${itemId}`,
    itemCode: null,
    type: 'product',
    isSet: false,
    brand: { uid: 1, name: 'Brand', logo: null },
    categories: [],
    departments: [],
    tags: [],
    attributes: {},
    images: [],
    teaserTag: null,
    sizes: [{ value: 'OS', display: 'OS', ean: null }],
    children: [],
    shortDescription: '',
    description: '',
    countryOfOrigin: '',
    customJson: {},
  },
  articles: [vectorArticle(itemId)],
  versions: { product: 1, articles: 1 },
});

const rupee = currencyOf('INR');

const factsOf = (count: number): CartFacts => ({
  items: new Map(Array.from({ length: count }, (_, at) => [at + 1, itemOf(at + 1)])),
  named: new Map(),
  skus: new Map(),
  delivery: { version: 0, area: null, stores: new Map(), lanes: new Map(), taxes: noTaxTable, methods: [] },
  context: {
    ordered: { at: 0, stepEnd: 0, stepUntil: 0 },
    place: null,
    orderType: null,
    orderingStore: null,
    hints: { t1: null, t2: null, t3: null, eta_mins: null },
    home: { code: 'INR', rates: () => undefined },
    promises: promiseSettings,
    usual: { strategy: '', level: '' },
    modes: [],
    mayUse: () => true,
  },
  byStaff: false,
  money: { currency: rupee, home: rupee, rate: undefined, homeRates: () => undefined, nextRate: null, keptUntil: null },
  universal: completeConfiguration('universal', {}),
  custom: [],
  quotas: Value.Create(QuotaSettings),
});

const askedOf = (itemId: number, meta: JsonObject): AskedItem => ({ ...asksNothing, itemId, size: 'OS', meta });

export const mergedVector = (input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const strategy = ownEntry(strategies, String(input.strategy));
  if (strategy === undefined) throw new UnreadVector(`the strategy ${String(input.strategy)}`);
  const [existing, guest] = [input.existing, input.guest].map((lines) => lines as readonly VectorItem[]);
  const products = [...new Set([...(existing ?? []), ...(guest ?? [])].map(({ product }) => product))];
  const documentOf = (lines: readonly VectorItem[], cart: string): CartDocument => ({
    ...emptyDocument,
    lines: lines.map(({ product, quantity, meta = {} }, at): CartLine => {
      const itemId = products.indexOf(product) + 1;
      const line = {
        identifier: `${cart}-${at}`,
        quantity,
        asked: askedOf(itemId, meta),
        articleUid: `article-${itemId}`,
      };
      return { ...line, parent: null, autoAdded: false, perParent: 1, alone: false, since: 1 };
    }),
  });
  let made = 0;
  const merged = mergeDocuments(documentOf(existing ?? [], 'own'), documentOf(guest ?? [], 'guest'), strategy, {
    facts: factsOf(products.length),
    newIdentifier: () => `new-${(made += 1)}`,
    version: 2,
    mostLines: MOST_CART_LINES,
    kind: { is_universal: true, article_tags: [] },
    quantities: 'clamp',
  });
  return {
    lines: merged.document.lines.map(({ quantity, asked: { itemId, meta } }) => ({
      product: products[itemId - 1],
      quantity,
      ...(Object.keys(meta).length === 0 ? {} : { meta }),
    })),
  };
};
