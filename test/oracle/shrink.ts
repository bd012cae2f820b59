/** The smallest cart on which two engines still differ: parts are left out one by one as long as they do. */
import type { Case } from './case.ts';
import { defaultPolicy } from '../pricing/price-inputs.ts';

type Json = unknown;
const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members without which a case or a part of it cannot be read. */
const needed = new Set(
  'now currency home rates lines articles gifts giftChoices promotions coupon adjustments policy shopper payment place pickup charges tender emi custom'.split(
    ' ',
  ),
);
const article =
  'uid itemId size sku storeId companyId brandId l1 l2 l3 departments tags prices taxRate state stock marked selling'.split(
    ' ',
  );
const others =
  'currency_code key articleUid quantity id type value code message distribution articles articleLevel expiresAt inEligibility _id discount_type offer discount_rules buy_rules rule rule_definition promotion_type delivery cod convenience giftPrice flat rate of threshold charge loyalty storeCredit giftCards balance use points redeem country state postal postal_from postal_to county rate rows stores classes priceBasis reverseCharge vatId exempt oss count sold lastYear uid selling off until name segments tiers slug conditions min days months orders spent lastOrderAt since tags day money worth perPoints cap withCoupon months interestBp absorbed fee feeTax from to mode userId groups registeredAt platform orderingStore zones step paymentModes'.split(
    ' ',
  );
const kept = new Set([...needed, ...article, ...others]);

const nullable = 'payment place coupon emi loyalty storeCredit cod expiresAt state from to'.split(' ');
const lessNumbers = [0, 1, 2, 10, 100, 1000];

function* smallerList(list: readonly Json[]): Generator {
  for (const at of list.keys()) yield list.filter((_, place) => place !== at);
  for (const [at, entry] of list.entries()) {
    for (const less of smaller(entry)) yield list.map((other, place) => (place === at ? less : other));
  }
}
function* smallerObject(value: Readonly<Record<string, Json>>): Generator {
  const entries = Object.entries(value);
  for (const [name] of entries) {
    const needless = !kept.has(name) && !name.startsWith('rule#');
    if (needless) yield Object.fromEntries(entries.filter(([other]) => other !== name));
  }
  for (const [name, entry] of entries) {
    if (entry !== null && nullable.includes(name)) yield { ...value, [name]: null };
    for (const less of smaller(entry)) yield { ...value, [name]: less };
  }
}
/** Every way to make this value a little smaller. */
function* smaller(value: Json): Generator {
  if (Array.isArray(value)) yield* smallerList(value);
  else if (isObject(value)) yield* smallerObject(value);
  else if (typeof value === 'number') yield* lessNumbers.filter((less) => less < value);
}
function* smallerCases(given: Case): Generator<Case> {
  for (const name of Object.keys(defaultPolicy) as (keyof typeof defaultPolicy)[]) {
    if (given.policy[name] !== defaultPolicy[name])
      yield { ...given, policy: { ...given.policy, [name]: defaultPolicy[name] } };
  }
  const { now, currency, home, policy, rates, ...rest } = given;
  if (currency !== home) yield { ...given, currency: home };
  for (const less of smaller(rest)) yield { ...(less as Case), now, currency, home, policy, rates };
}

export const smallest = (given: Case, differs: (smaller: Case) => boolean, tries = 6000): Case => {
  let [best, left, moved] = [given, tries, true];
  while (moved && left > 0) {
    moved = false;
    for (const next of smallerCases(best)) {
      left -= 1;
      if (left <= 0) break;
      if (!differs(next)) continue;
      [best, moved] = [next, true];
      break;
    }
  }
  return best;
};
