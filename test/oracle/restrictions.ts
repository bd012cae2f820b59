/** Who may use an offer, when, and how he pays. */
import { hasBudgetLeft } from './budget.ts';
import type { Case, Definition } from './case.ts';
import { entries, moment, number, numbers, object, words } from './definition.ts';
import type { Basket } from './goods.ts';
import type { Offer } from './offer.ts';
import { goesBy } from './parcels.ts';

const within = (value: number | null, from: number | null, to: number | null): boolean =>
  (from === null || (value !== null && value >= from)) && (to === null || (value !== null && value < to));

/** The times it runs where they are written out, else between start and end; the end is not part of it. */
const runsNow = (schedule: Definition, now: number): boolean => {
  const repeats = entries(schedule['next_schedule']).map(object);
  const periods = repeats.length > 0 ? repeats : [schedule];
  return periods.some((period) => within(now, moment(period['start']), moment(period['end'])));
};
const listed = <T>(list: readonly T[], value: T | null | undefined): boolean =>
  list.length === 0 || (value !== null && value !== undefined && list.includes(value));

/** A maximum above zero of which nothing is left. */
const isUsedUp = (uses: Definition, whose: string): boolean => {
  const maximum = number(object(uses['maximum'])[whose]);
  const left = number(object(uses['remaining'])[whose]);
  return maximum !== null && maximum > 0 && (left ?? maximum) <= 0;
};

const paysAsAsked = (payments: Definition, payment: Case['payment']): boolean => {
  if (Object.keys(payments).length === 0) return true;
  if (payment === null || payments[payment.mode] === undefined) return false;
  const rule = object(payments[payment.mode]);
  const iins = words(rule['iins']);
  return (
    listed(words(rule['codes']), payment.code) &&
    listed(words(rule['types']), payment.type) &&
    listed(words(rule['networks']), payment.network) &&
    (iins.length === 0 || iins.some((digits) => payment.iin?.startsWith(digits) === true)) &&
    !isUsedUp(object(rule['uses']), 'total')
  );
};

/** Where an account is asked for, a stranger has none. */
const isForShopper = ({ shopper }: Case, definition: Definition): boolean => {
  const [asked, named] = [object(definition['restrictions']), object(definition['identifiers'])];
  const validation = object(definition['validation']);
  const strangers = typeof asked['anonymous_users'] === 'boolean' ? asked['anonymous_users'] : validation['anonymous'];
  const users = [...words(asked['user_id']), ...words(named['user_id'])];
  const groups = entries(asked['user_groups']).map(String);
  const registered = object(asked['user_registered']);
  const from = moment(registered['start']) ?? moment(validation['user_registered_after']);
  const to = moment(registered['end']);
  const needsAccount = [strangers === false, users.length > 0, groups.length > 0, from !== null, to !== null];
  return (
    !(shopper.userId === null && needsAccount.includes(true)) &&
    listed(users, shopper.userId) &&
    (groups.length === 0 || groups.some((group) => shopper.groups.includes(group))) &&
    !entries(asked['exclude_user_groups']).some((group) => shopper.groups.includes(String(group))) &&
    within(shopper.registeredAt, from, to) &&
    listed(words(named['email_domain']), shopper.emailDomain)
  );
};

export const mayUse = (given: Case, offer: Offer, basket: Basket): boolean => {
  const { definition } = offer;
  const { shopper } = given;
  const asked = object(definition['restrictions']);
  const [uses, quantity] = [object(asked['uses']), object(asked['order_quantity'])];
  const [fewest, greatest] = [number(quantity['minimum']), number(quantity['maximum'])];
  const inCart = basket.units.length;
  return (
    runsNow(object(definition['_schedule']), given.now) &&
    listed(words(asked['platforms']), shopper.platform) &&
    isForShopper(given, definition) &&
    listed(numbers(asked['ordering_stores']), shopper.orderingStore) &&
    paysAsAsked(object(asked['payments']), given.payment) &&
    goesBy(given, basket, words(asked['shipping_methods'])) &&
    !isUsedUp(uses, 'total') &&
    hasBudgetLeft(given, offer) &&
    !(shopper.userId !== null && isUsedUp(uses, 'user')) &&
    inCart >= (fewest ?? 0) &&
    inCart <= (greatest ?? inCart)
  );
};
