/**
 * Who came to the demo shop in the month before its first start, and what they did: the same on every machine, so that charts
 * show something from the first look on. Pure.
 */
import { seeded } from '../random.ts';

export const MONTH_DAYS = 30;
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** What became of an order. */
export type Fate = 'delivered' | 'shipped' | 'cancelled' | 'placed';
export type Visit = Readonly<{
  /** The page's own name of the visitor. */
  visitor: string;
  /** Among the visits of the month, for an address of his own. */
  number: number;
  at: number;
  isPhone: boolean;
  /** Products he looked at, by their rank in the shop: 0 is the one that most people look at. */
  looks: readonly number[];
  /** How many of each of the first of them he puts into his cart. */
  adds: readonly number[];
  order: { readonly person: number; readonly fate: Fate } | undefined;
}>;

const PEOPLE = 24;
/** Visits of an ordinary day at the begin of the month; there are more towards its end, and on weekends. */
const VISITS = 22;
const GROWTH = 14;
const WEEKEND = 9;
const MOST_VISITS = 60;

/** Most come in the evening, hardly anybody before eight. */
const minuteOfDay = (random: ReturnType<typeof seeded>): number => {
  const base = random.chance(0.6) ? random.between(17 * 60, 22 * 60) : random.between(8 * 60, 17 * 60);
  return base + random.between(0, 59);
};

/** Few products get most of the looks. */
const rankOf = (random: ReturnType<typeof seeded>, products: number): number =>
  Math.min(products - 1, Math.floor(products * random.next() ** 2.6));

const fateOf = (random: ReturnType<typeof seeded>, daysAgo: number): Fate => {
  if (random.chance(0.07)) return 'cancelled';
  if (daysAgo >= 4) return 'delivered';
  return daysAgo >= 2 ? 'shipped' : 'placed';
};

/** Who comes: a name, which decides all that he does, his number, and the day. */
type Visitor = {
  readonly name: string;
  readonly number: number;
  readonly midnight: number;
  readonly daysAgo: number;
};

const visitOf = ({ name, number, midnight, daysAgo }: Visitor, products: number): Visit => {
  const random = seeded(name);
  const looks = random.chance(0.78) ? Array.from({ length: random.between(1, 4) }, () => rankOf(random, products)) : [];
  const isBuyer = looks.length > 0 && random.chance(0.36);
  const adds = isBuyer ? looks.slice(0, random.between(1, 2)).map(() => (random.chance(0.2) ? 2 : 1)) : [];
  const orders = isBuyer && random.chance(0.52);
  return {
    visitor: name,
    number,
    at: midnight + minuteOfDay(random) * MINUTE + random.between(0, 59_000),
    isPhone: random.chance(0.66),
    looks: [...new Set(looks)],
    adds,
    order: orders ? { person: random.between(0, PEOPLE - 1), fate: fateOf(random, daysAgo) } : undefined,
  };
};

/** The visits of one day, in the order they began. `midnight` is its first moment on the shop's clock. */
export const visitsOf = (midnight: number, daysAgo: number, products: number): readonly Visit[] => {
  const random = seeded(`day ${daysAgo}`);
  const weekday = new Date(midnight + DAY / 2).getUTCDay();
  const isWeekend = weekday === 0 || weekday === 6;
  const grown = Math.round((GROWTH * (MONTH_DAYS - daysAgo)) / MONTH_DAYS);
  const count = VISITS + grown + (isWeekend ? WEEKEND : 0) + random.between(-4, 4);
  const visitor = (_: unknown, index: number): Visit => {
    const who = { name: `demo-visitor-${daysAgo}-${index}`, number: daysAgo * MOST_VISITS + index };
    return visitOf({ ...who, midnight, daysAgo }, products);
  };
  return Array.from({ length: count }, visitor).toSorted((one, other) => one.at - other.at);
};

/** The visit of one who comes now, at `at`: the so-many-th of those who keep the shop alive. */
export const visitNow = (number: number, at: number, products: number): Visit => ({
  ...visitOf({ name: `demo-shopper-${number}`, number, midnight: at, daysAgo: 0 }, products),
  at,
});

const firstNames = ['Meera', 'Arjun', 'Kavya', 'Rohan', 'Divya', 'Imran', 'Leela', 'Vikram'] as const;
const lastNames = ['Nair', 'Deshpande', 'Banerjee'] as const;
const places = [
  ['Mumbai', 'Maharashtra', '400001'],
  ['Bengaluru', 'Karnataka', '560001'],
  ['New Delhi', 'Delhi', '110001'],
] as const;

/** Where one of the buyers lives. Nobody lives there, and no letter goes to `.invalid`. */
export const addressOf = (person: number) => {
  const name = `${firstNames[person % firstNames.length] ?? ''} ${lastNames[Math.floor(person / firstNames.length) % lastNames.length] ?? ''}`;
  const [city, state, area_code] = places[person % places.length] ?? places[0];
  return {
    name,
    phone: `90000${String(10_000 + person)}`,
    email: `${name.toLowerCase().replace(' ', '.')}@demo.invalid`,
    address: `${12 + person} Lantern Street`,
    city,
    state,
    area_code,
    country: 'India',
    country_iso_code: 'IN',
    address_type: 'home',
  };
};
