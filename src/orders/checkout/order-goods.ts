/** Lines and shipments of an order, from the cart as it was priced. Pure. */
import type { PricedView, ViewedLine } from '../../cart/price/priced-view.ts';
import { type Shipment, splitShipments } from '../../cart/shipment/shipment-rules.ts';
import { methodOf } from '../../cart/shipment/shipping-trials.ts';
import { lineAmount, startAmount } from '../../pricing/lots.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import { sum } from '../../shared/money.ts';
import type { OrderLine, OrderShipment } from '../order-document.ts';
import { discountsOn, payersIn } from '../answer/order-funding.ts';
import type { PricedOrder } from '../order-snapshot.ts';
import { lineTax } from '../answer/order-tax.ts';
import { inSlices, turnFor } from '../../shared/slices.ts';

export type OrderGoods = { readonly lines: readonly OrderLine[]; readonly shipments: readonly OrderShipment[] };

/** `OS` is a word of the catalogue; people read `One size`. */
const sizeNameOf = ({ size, item }: ViewedLine): Pick<OrderLine, 'sizeName'> => {
  const name = item?.product.sizes.find(({ value }) => value === size)?.display;
  return name === undefined || name === '' || name === size ? {} : { sizeName: name };
};

const perParentOf = ({ stored }: ViewedLine): Pick<OrderLine, 'perParent'> =>
  stored?.autoAdded === true ? { perParent: stored.perParent } : {};

const moqOf = ({ article }: ViewedLine): Pick<OrderLine, 'moq'> =>
  article === undefined || Object.values(article.moq).every((bound) => bound === null) ? {} : { moq: article.moq };

/** What the catalogue says of the goods, as it was when they were ordered. */
const goodsOf = ({ article, item }: ViewedLine, priced: PricedLine, { sellers }: PricedView) => {
  const sellerId = article?.sellerId ?? priced.article.companyId;
  return {
    articleUid: priced.article.uid,
    name: item?.product.name ?? '',
    brand: item?.product.brand.name ?? '',
    ...(item === undefined ? {} : { brandId: item.product.brand.uid }),
    seller: { uid: sellerId, name: sellers.get(sellerId)?.name ?? '' },
    storeId: priced.article.storeId,
    sellerIdentifier: priced.article.sku,
    ean: article?.ean ?? null,
    hsn: article?.hsnCode ?? null,
  };
};

const amountsOf = (priced: PricedLine, view: PricedView, prices: PricedOrder) => ({
  quantity: priced.quantity,
  giftOf: priced.gift?.offerId ?? null,
  unit: { marked: priced.marked, selling: priced.selling, effective: priced.effective },
  subtotal: startAmount(priced),
  discounts: discountsOn(payersIn(view), prices, priced.key),
  amount: lineAmount(priced),
  tax: lineTax(priced.tax),
});

const lineOf = (
  { line, priced, shipmentId }: { readonly line: ViewedLine; readonly priced: PricedLine; readonly shipmentId: string },
  view: PricedView,
  prices: PricedOrder,
): OrderLine => ({
  identifier: line.identifier,
  itemId: line.itemId,
  size: line.size,
  ...sizeNameOf(line),
  shipmentId,
  parent: line.parent?.identifier ?? null,
  ...perParentOf(line),
  ...goodsOf(line, priced, view),
  ...(priced.gift === null ? moqOf(line) : {}),
  ...amountsOf(priced, view, prices),
  wrap: line.wrap?.applied === true ? line.wrap.message : null,
  meta: line.stored?.asked.meta ?? {},
  customJson: line.stored?.asked.customJson ?? {},
});

const shipmentOf = (
  id: string,
  { storeId, orderType, journey, overCounter, window }: Shipment,
  lines: readonly OrderLine[],
  view: PricedView,
): OrderShipment => {
  const uid = storeId ?? 0;
  const store = view.stores.get(uid);
  const sent = orderType === 'HomeDelivery' && !overCounter ? methodOf(view, { storeId, journey }) : undefined;
  const method = view.methods.find(({ id: name }) => name === sent);
  return {
    id,
    store: { uid, name: store?.name ?? '', code: store?.storeCode ?? '' },
    orderType,
    journey,
    overCounter,
    ...(method === undefined ? {} : { method: { id: method.id, name: method.name } }),
    promise: window,
    lines: lines.map(({ identifier }) => identifier),
    units: sum(lines.map(({ quantity }) => quantity)),
    amount: sum(lines.map(({ amount }) => amount)),
  };
};

const LINES_A_TURN = 150;

/** `prices` is the order's own pricing, in which a gift and its line are found by their keys. */
export const orderGoods = async (orderId: string, view: PricedView, prices: PricedOrder): Promise<OrderGoods> => {
  const byKey = new Map(prices.lines.map((line) => [line.key, line]));
  const parcels: { readonly lines: readonly OrderLine[]; readonly shipment: OrderShipment }[] = [];
  for (const [at, shipment] of splitShipments(view).entries()) {
    const id = `${orderId}-${at + 1}`;
    await turnFor(shipment.lines.length);
    const lines = await inSlices(shipment.lines, LINES_A_TURN, (line) => {
      const priced = byKey.get(line.priced?.key ?? '');
      return priced === undefined ? [] : [lineOf({ line, priced, shipmentId: id }, view, prices)];
    });
    parcels.push({ lines: lines.flat(), shipment: shipmentOf(id, shipment, lines.flat(), view) });
  }
  return { lines: parcels.flatMap(({ lines }) => lines), shipments: parcels.map(({ shipment }) => shipment) };
};
