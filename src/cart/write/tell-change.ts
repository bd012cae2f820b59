/** The events of a cart's change as statements of its own batch; none where the application lets its pages tell them. */
import type { Item } from '../../catalog/article-cache.ts';
import { rateAt } from '../../catalog/exchange-rate.ts';
import type { Statement } from '../../db/database.ts';
import { currencyOf } from '../../shared/currency.ts';
import type { CartLine } from '../store/cart-document.ts';
import { cartEvents, type Telling, type ToldArticle, toldChange } from './tell-clicks.ts';
import type { CartShop } from '../call/cart-shop.ts';
import type { CartChange } from './commit-cart.ts';
import { readLists } from '../lines/load-facts.ts';
import { heldList, type MayUseList } from '../price/price-list-rules.ts';
import { comparedPrice, type HomePrices } from '../price/pricing-article.ts';

type Prices = { readonly home: HomePrices; readonly mayUse: MayUseList };

const told = (line: CartLine, items: ReadonlyMap<number, Item>, { home, mayUse }: Prices): ToldArticle | undefined => {
  const item = items.get(line.asked.itemId);
  if (item === undefined) return undefined;
  const article = item.articles.find(({ uid }) => uid === line.articleUid);
  const [path] = item.product.categories;
  return {
    brand: item.product.brand.name,
    l1: path?.l1.name ?? '',
    l3: path?.l3.name ?? '',
    unit: article === undefined ? null : comparedPrice(article, heldList(line, mayUse), home),
  };
};

export const tellChanges = async (
  shop: CartShop,
  operation: string,
  changes: readonly CartChange[],
): Promise<readonly Statement[]> => {
  const { outbox, caller, catalog, node, shopper, requestId } = shop;
  const { events: settings, currency } = caller.settings;
  if (outbox === undefined || settings.cart_events !== 'server') return [];
  const parts = changes.map((change) => ({ cart: change.after, change: toldChange(operation, change) }));
  const lines = parts.flatMap(({ change: { added, removed } }) => [...added, ...removed].map(({ line }) => line));
  if (lines.length === 0) return [];
  const now = node.now();
  const [items, rates, mayUse] = await Promise.all([
    catalog.items(caller.companyId, [...new Set(lines.map(({ asked }) => asked.itemId))]),
    catalog.rates(caller.companyId),
    readLists(shop),
  ]);
  const home: HomePrices = { code: currency, rates: (from) => rateAt(rates, from, currency, now) };
  const browsing = shop.browsing();
  const events = parts.flatMap(({ cart, change }) => {
    const { owner } = cart;
    const telling: Telling = {
      companyId: caller.companyId,
      currency: currencyOf(currency),
      browsing,
      userId: shopper.customer?.userId ?? null,
      anonymousId:
        browsing.anonymousId ?? (owner.kind === 'anonymous' ? outbox.pseudonym(caller.applicationId, owner.id) : ''),
      traceId: requestId,
      articleOf: (line) => told(line, items, { home, mayUse }),
    };
    return cartEvents(cart, change, telling);
  });
  return outbox.statements(settings, events, { receivedAt: now, agreed: browsing.agreed });
};
