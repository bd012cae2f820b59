/** What changed without the shopper since the cart was last written. Pure. */
import { offersOnLine } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import type { SnapshotLine } from '../store/cart-record-store.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';

type Notification = NonNullable<CartDetail['notification']>;
type Change = NonNullable<Notification['changes']>[number];

const priceChange = (before: SnapshotLine, { priced }: ViewedLine, { number, text }: Amounts): readonly Change[] => {
  const now = priced?.effective ?? null;
  if (before.unit === null || now === null || before.unit === now) return [];
  const direction = now < before.unit ? 'fell' : 'rose';
  const message = `The price ${direction} from ${text(before.unit)} to ${text(now)}`;
  return [{ kind: 'price', before: number(before.unit), after: number(now), message }];
};

/** Stock moves all the time: it is news only where it decides whether the line can be had. */
const stockChange = (before: SnapshotLine, { availability, quantity, article }: ViewedLine): readonly Change[] => {
  if (article !== undefined && article.customOrder !== null) return [];
  const [had, has] = [before.sellable >= quantity, availability.sellable >= quantity];
  if (had === has) return [];
  const message = has ? 'Back in stock' : `Only ${availability.sellable} left in stock`;
  return [{ kind: 'stock', before: before.sellable, after: availability.sellable, message }];
};

const articleChange = (before: SnapshotLine, { article, quantity }: ViewedLine): readonly Change[] => {
  const uid = article?.uid ?? '';
  if (before.articleUid === uid || before.quantity !== quantity) return [];
  return [{ kind: 'article', before: before.articleUid, after: uid, message: 'It now comes from another store' }];
};

const promotionChange = (before: SnapshotLine, line: ViewedLine, view: PricedView): readonly Change[] => {
  const now = offersOnLine(view.priced, line.priced?.key);
  const same = before.offers.length === now.length && before.offers.every((id) => now.includes(id));
  if (same || before.quantity !== line.quantity) return [];
  const message = now.length < before.offers.length ? 'An offer no longer applies' : 'The offers on it changed';
  return [{ kind: 'promotion', before: before.offers, after: now, message }];
};

const couponChange = (view: PricedView, { number, text }: Amounts): readonly Change[] => {
  const before = view.snapshot?.coupon ?? null;
  const { coupon } = view;
  const now = coupon.applied ? coupon.discount : 0;
  if (before === null || before.code !== coupon.code || before.discount === now) return [];
  const message = coupon.applied ? `${coupon.code} now takes off ${text(now)}` : `${coupon.code} no longer applies`;
  return [{ kind: 'coupon', before: number(before.discount), after: number(now), message }];
};

export const notificationOf = (view: PricedView): Notification => {
  const { snapshot, ask, cart } = view;
  if (snapshot === undefined || ask.operation !== null) return {};
  const amounts = amountsIn(view.currency);
  // What it cost was its shopper's price, by his code and his lists: whoever has the id alone is told of the goods.
  const isHis = cart?.withheld === undefined;
  const sameMoney = isHis && snapshot.currency === view.currency.code;
  const known = new Map(snapshot.lines.map((line) => [line.identifier, line]));
  const changes = view.lines.flatMap((line) => {
    const before = known.get(line.identifier);
    if (before === undefined) return [];
    const found = [
      ...(sameMoney ? priceChange(before, line, amounts) : []),
      ...stockChange(before, line),
      ...(isHis ? promotionChange(before, line, view) : []),
      ...articleChange(before, line),
    ];
    return found.map((change) => ({ identifier: line.identifier, key: line.key, ...change }));
  });
  const all = [...changes, ...(sameMoney ? couponChange(view, amounts) : [])];
  return all.length === 0 ? {} : { since: isoTime(snapshot.at), changes: all };
};
