/**
 * What a rule is told of a cart: goods, place, way of paying and groups of the customer, and nothing that says who he is. Goods are
 * told by article, whatever the lines, in an order of their own: the same cart is the same question. Amounts are minor units of the
 * application's currency. Pure.
 */
import type { PricedLine } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import { startLines } from '../../pricing/unit-prices.ts';
import { sum } from '../../shared/money.ts';
import { compareTexts } from '../../shared/text-order.ts';
import type { CustomRule } from './custom-rule.ts';

/** Where goods go, as far as it is known. */
export type Destination = { readonly country: string; readonly state: string | null; readonly postal: string | null };

export type AskedArticle = {
  readonly uid: string;
  readonly storeId: number;
  readonly units: number;
  /** Before any offer. */
  readonly amount: number;
};

type ToldArticle = AskedArticle & {
  readonly marked: number;
  /** Units that are not sent. */
  readonly pickedUp: number;
  readonly line: PricedLine;
};

const toldOf = (lines: readonly PricedLine[]): readonly ToldArticle[] =>
  [...Map.groupBy(lines, ({ article }) => article.uid)]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .flatMap(([uid, same]) => {
      const [line] = same;
      if (line === undefined) return [];
      return [
        {
          uid,
          storeId: line.article.storeId,
          line,
          units: sum(same.map(({ quantity }) => quantity)),
          amount: sum(same.map(({ quantity, selling }) => quantity * selling)),
          marked: sum(same.map(({ quantity, marked }) => quantity * marked)),
          pickedUp: sum(same.map(({ quantity, asked }) => (asked.pos === true ? quantity : 0))),
        },
      ];
    });

const lineText = ({ uid, units, pickedUp, amount, marked, line: { article } }: ToldArticle) => ({
  article_id: uid,
  item_id: article.itemId,
  size: article.size,
  sku: article.sku,
  store_id: article.storeId,
  brand_id: article.brandId,
  categories: article.l3,
  departments: article.departments,
  tags: article.tags,
  tax_rate: article.taxRate / 10_000,
  quantity: units,
  picked_up: pickedUp,
  amount,
  marked,
});

export type CartTold = {
  readonly articles: readonly AskedArticle[];
  /** The question of a rule. */
  readonly textFor: (rule: Pick<CustomRule, 'code' | 'purpose'>, more?: object) => string;
};

/** In the application's own currency: what has no price in it is not told. */
export const cartTold = (input: PriceInput, to: Destination | null): CartTold => {
  const { home, shopper, place, payment, pickup } = input;
  const articles = toldOf(startLines({ ...input, currency: home }).lines);
  const lines = articles.map(lineText);
  return {
    articles,
    textFor: ({ code, purpose }, more = {}) =>
      JSON.stringify({
        // First of all, so that a module that wants no more need not look for it.
        amount: sum(articles.map(({ amount }) => amount)),
        currency: home.code,
        exponent: home.exponent,
        rule: code,
        purpose,
        lines,
        customer: { is_guest: shopper.userId === null, groups: shopper.groups.toSorted() },
        platform: shopper.platform,
        zones: place?.zones ?? [],
        to,
        pickup,
        payment_mode: payment?.mode ?? null,
        ...more,
      }),
  };
};
