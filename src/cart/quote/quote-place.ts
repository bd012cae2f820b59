/**
 * Use case: what taxes and delivery of goods would be at a place, at a time and for somebody. They are a cart that nobody has, priced
 * as all carts are: this only asks what the table said to it.
 */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartAddress, CartShop } from '../call/cart-shop.ts';
import { destinationOf } from '../price/destination-rules.ts';
import { loadPricedCart } from '../price/load-priced-cart.ts';
import { firstSender } from '../price/price-input.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { taxedAt } from '../price/tax-treatment.ts';
import { trialCart } from '../price/trial-cart.ts';
import { vatIdOf } from '../price/vat-id-rules.ts';
import { shippingAnswer } from '../shipment/shipping-answer.ts';
import { shopAt } from '../staff/cart-as-of.ts';
import { emptyMeta } from '../store/cart-document.ts';
import { isDescribed, quoteGoods, quoteLines, quoteProblems } from './quote-goods-rules.ts';
import { quotedTax } from './quote-taxes.ts';
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { Quoted, QuoteItem, QuoteRequest } from '../../contract/cart/places/quote-contract.ts';
import { type KnownVat, neverChecked } from '../../customers/vat/vat-check-rules.ts';
import type { OssBasis } from '../../delivery/oss/oss-rules.ts';
import type { DeliveryView } from '../../delivery/read-lanes.ts';
import { type TaxedGoods, type TaxPlace, type TaxRate, taxRowsAt } from '../../delivery/tax-table-rules.ts';
import type { Store } from '../../delivery/store-rules.ts';
import { lineAmount } from '../../pricing/lots.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { type Currency, currencyOf } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';

/** Nobody has an address of this name. */
const SUPPOSED = 'supposed';

const supposing = (catalog: CatalogReader, items: readonly QuoteItem[], home: Currency): CatalogReader => ({
  ...catalog,
  parts: async (companyId, asked) => {
    const found = await catalog.parts(
      companyId,
      asked.filter(({ itemId }) => !isDescribed(itemId)),
    );
    return quoteGoods(
      items,
      found,
      asked.map(({ itemId }) => itemId),
      home,
    );
  },
});

const vatOf = (given: string | undefined): string | null => {
  if (given === undefined || given === '') return null;
  const id = vatIdOf(given);
  if (id === undefined) throw new Refusal('vat_id_invalid');
  return id;
};

type Around = {
  readonly delivery: DeliveryView;
  readonly destination: TaxPlace;
  readonly number: (minor: number) => number;
};

const goodsOf = ({ itemId, item, article, size, quantity, availability }: ViewedLine) => ({
  item_id: isDescribed(itemId) ? null : itemId,
  name: item?.product.name ?? '',
  size,
  quantity,
  store_uid: article?.storeId ?? null,
  tax_class: article?.taxClass ?? '',
  message: availability.problem?.message ?? '',
});

const isHere = ({ orderType, overCounter }: ViewedLine): boolean => orderType === 'PickAtStore' || overCounter;

const rowsFor = (
  store: Store | undefined,
  { goesTo, across, ...goods }: TaxedGoods & { goesTo: TaxPlace | null; across: OssBasis | undefined },
  { delivery }: Around,
): readonly TaxRate[] | null =>
  store === undefined ? null : taxRowsAt(delivery.taxes, taxedAt(store, goesTo, across), goods);

const itemOf = (line: ViewedLine, { stores, now }: PricedView, around: Around): Quoted['items'][number] => {
  const { priced } = line;
  const goods = goodsOf(line);
  if (priced === null) return { ...goods, amount: 0, taxable: 0, rate: 0, tax: 0, source: 'article', levies: [] };
  const { tax, article } = priced;
  const goesTo = isHere(line) ? null : around.destination;
  const asked = { taxClass: goods.tax_class, now, charges: false, goesTo, across: article.acrossUnion };
  return {
    ...goods,
    amount: around.number(lineAmount(priced)),
    taxable: around.number(tax.taxable),
    ...(tax.exemption === undefined ? {} : { exemption: tax.exemption }),
    ...quotedTax(tax, rowsFor(stores.get(article.storeId), asked, around), around.number),
  };
};

const chargesOf = ({ priced, input, lines, stores, now }: PricedView, around: Around): Quoted['charges'] => {
  const own = lines.filter(({ stored }) => stored !== null);
  const sent = own.filter((line) => !isHere(line));
  const store = stores.get(firstSender(sent.length === 0 ? own : sent));
  const goesTo = input.pickup ? null : around.destination;
  const rows = rowsFor(store, { taxClass: '', now, charges: true, goesTo, across: input.charges.acrossUnion }, around);
  return priced.charges.map(({ code, name, amount, waived, tax, taxRate: rate, parts }) => ({
    code,
    name,
    amount: around.number(amount - waived),
    ...quotedTax({ rate, tax, parts }, rows, around.number),
  }));
};

const addressOf = (body: QuoteRequest, home: string): CartAddress => ({
  areaCode: body.area_code ?? '',
  country: body.country_iso_code ?? home,
  state: body.state ?? null,
});

/** What is supposed of a number; null where the shop asks nobody. */
const knownVat = (vatId: string | null, body: QuoteRequest, { tax }: CartSettings): KnownVat | null =>
  vatId === null || tax.vat_check === null
    ? null
    : { check: { ...neverChecked, state: body.vat_state ?? neverChecked.state }, isAsked: true };

/** The cart that nobody has, priced. */
const supposedView = async (given: CartShop, ask: CartAsk, body: QuoteRequest): Promise<PricedView> => {
  const { settings } = given.caller;
  const home = currencyOf(settings.currency);
  const details = quoteProblems(body.items, home);
  if (details.length > 0) throw new Refusal('body_invalid', { details });
  const vatId = vatOf(body.vat_id);
  const at = body.as_of === undefined ? given.node.now() : Date.parse(body.as_of);
  const then = shopAt(given, at, { userId: undefined, groups: body.user_groups });
  const address = async (): Promise<CartAddress> => addressOf(body, settings.country);
  const shop: CartShop = {
    ...then,
    catalog: supposing(then.catalog, body.items, home),
    readers: { ...then.readers, address, vat: knownVat(vatId, body, settings.cart) },
  };
  const trial = trialCart(shop, quoteLines(body.items));
  const document = { ...trial.document, addressId: SUPPOSED, meta: { ...emptyMeta, vatId } };
  return loadPricedCart(shop, { ...trial, document }, { ...ask, areaCode: null, pincode: null });
};

export const quotePlace = async (shop: CartShop, ask: CartAsk, body: QuoteRequest): Promise<Quoted> => {
  const { companyId, settings } = shop.caller;
  const view = await supposedView(shop, ask, body);
  const delivery = await shop.delivery(companyId, [], view.place);
  const destination = destinationOf(
    { place: view.place, delivery },
    addressOf(body, settings.country),
    settings.country,
  );
  const around: Around = { delivery, destination, number: amountsIn(view.currency).number };
  const { country, state, postal } = destination;
  const basis = view.oss.sale?.basis;
  return {
    as_of: isoTime(view.now),
    currency_code: view.currency.code,
    place: { country, state, area_code: postal, zones: [...(delivery.area?.zones ?? [])] },
    prices_include_tax: settings.policy.prices_include_tax,
    price_basis: settings.cart.tax.price_basis,
    ...(basis === undefined ? {} : { oss_basis: basis }),
    ...(view.vat === null ? {} : { vat_state: view.vat.state }),
    items: view.lines.map((line) => itemOf(line, view, around)),
    charges: chargesOf(view, around),
    total: around.number(view.priced.breakup.total),
    shipping: await shippingAnswer(view, view.methods),
  };
};
