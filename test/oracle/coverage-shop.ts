/** Which features around a cart it exercised: groups, taxes, rules of the merchant's own, what offers keep from each other. */
import type { PricedCart } from '../../src/pricing/priced-types.ts';
import type { Case, Definition } from './case.ts';
import { object, words } from './definition.ts';

const groupsSeen = ({ promotions, coupon }: Case, { applied }: PricedCart): readonly string[] =>
  [...promotions, ...(coupon === null ? [] : [coupon])].flatMap((definition) => {
    const did = applied.includes(String(definition['_id'])) ? 'let' : 'kept out';
    return words(object(definition['restrictions'])['user_groups']).flatMap((group) => {
      const [kind, name] = group.split(':');
      return name === undefined ? [] : [`${name === 'first-order' ? name : kind} ${did}`];
    });
  });
/** What the merchant's own rules said of it, where that counted. */
const rulesSeen = ({ shop, lines: asked }: Case, { lines, charges, parcels = [] }: PricedCart): readonly string[] => {
  const { taxes, charges: said } = shop?.rules ?? {};
  const named = taxes?.lines?.map((line) => line.article_id) ?? [];
  const isUsable = named.every((id) => asked.some(({ articleUid }) => articleUid === id));
  const stores = said?.parcels.map(({ store_id: store }) => store) ?? [];
  const isSent = parcels.some(({ method, storeId }) => method !== null && stores.includes(storeId));
  return [
    ...(isUsable && lines.some(({ article }) => named.includes(article.uid)) ? ['rule of taxes'] : []),
    ...(isUsable ? [] : ['rule of taxes without use']),
    ...(charges.length > 0 && isSent ? ['rule of charges'] : []),
  ];
};
const taxesSeen = ({ shop }: Case, { charges }: PricedCart): readonly string[] => {
  const { vatId = null, vatCheck = null } = shop?.taxes ?? {};
  return [
    ...(vatId === null || vatCheck === null ? [] : [`vat ${vatCheck.state}`]),
    ...(charges.some(({ parts }) => parts.length > 1) ? ['tax of a charge shared'] : []),
  ];
};
const doorsSeen = ({ notApplied, coupon, coupons = {} }: PricedCart): readonly string[] =>
  [...notApplied, ...[coupon, ...Object.values(coupons)].flatMap((each) => each?.whyNot ?? [])].flatMap(
    ({ reason, by }) => (by === undefined ? [] : [`door ${reason}`]),
  );
/** What was decided around the cart. */
export const shopSeen = (given: Case, priced: PricedCart): readonly string[] => {
  const { taxes, timed = [] } = given.shop ?? {};
  const bases = new Set(priced.lines.flatMap(({ article }) => article.acrossUnion ?? []));
  const free = priced.lines.flatMap(({ tax }) => tax.exemption ?? []);
  const isNew = ({ article, selling }: PricedCart['lines'][number]): boolean =>
    timed.some((one) => one.uid === article.uid && one.selling === selling);
  return [
    ...groupsSeen(given, priced),
    ...rulesSeen(given, priced),
    ...taxesSeen(given, priced),
    ...[...bases].map((basis) => `oss ${taxes?.oss} ${basis}`),
    ...free.map((why) => `tax ${why}`),
    ...(taxes !== undefined && priced.lines.some(({ article }) => article.levies !== undefined)
      ? ['tax by table']
      : []),
    ...(priced.lines.some(isNew) ? ['price scheduled'] : []),
  ];
};
/** What other choices hold back. */
export const heldSeen = ({ promotions, coupon, moreCoupons = [] }: Case, priced: PricedCart): readonly string[] => {
  const own = priced.lines.filter(({ gift }) => gift === null);
  const isHeld = ({ floor, lots }: PricedCart['lines'][number]): boolean =>
    floor > 0 && lots.some(({ price, cuts }) => price === floor && cuts.length > 0);
  const did = [...promotions, ...(coupon === null ? [] : [coupon]), ...moreCoupons].filter((each) =>
    priced.applied.includes(String(each['_id'])),
  );
  const asksNoSale = (definition: Definition): boolean => JSON.stringify(definition).includes('"not_on_sale":true');
  return [
    ...(own.some(isHeld) ? ['floor that holds'] : []),
    ...(did.some(asksNoSale) ? ['offer not on sale'] : []),
    ...(did.some((each) => each['coupon_type'] === 'referral') ? ['coupon referral'] : []),
    ...((priced.points ?? []).length > 0 ? ['points multiplied'] : []),
    ...(did.some((each) => each['mode'] === 'coupon' && each['promotion_type'] === 'shipping_price')
      ? ['coupon free shipping']
      : []),
    ...doorsSeen(priced),
  ];
};
