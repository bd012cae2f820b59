/** What rules answer, read with distrust: every member is checked, and what makes no sense makes the whole answer unusable. Pure. */
import type { AskedOff, CustomAnswer } from '../../pricing/custom-types.ts';
import type { Levy } from '../../pricing/money/tax-types.ts';
import { million, sum } from '../../shared/money.ts';
import type { AskedArticle } from './question-rules.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const hasOnly = (value: Fields, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** All of a list, each as it is read; undefined where one makes no sense, two are of one name, or there are too many. */
const readAll = <T>(
  list: unknown,
  most: number,
  read: (entry: unknown) => readonly [name: string, value: T] | undefined,
): ReadonlyMap<string, T> | undefined => {
  if (!Array.isArray(list) || list.length > most) return undefined;
  const entries = (list as readonly unknown[]).map(read);
  const found = new Map(entries.filter((entry) => entry !== undefined));
  return found.size === entries.length ? found : undefined;
};

const offOf = (
  entry: unknown,
  articles: ReadonlyMap<string, AskedArticle>,
): readonly [string, AskedOff] | undefined => {
  if (!isFields(entry) || !hasOnly(entry, ['article_id', 'amount'])) return undefined;
  const asked = typeof entry['article_id'] === 'string' ? articles.get(entry['article_id']) : undefined;
  if (asked === undefined || !isAmount(entry['amount'])) return undefined;
  return [asked.uid, { units: asked.units, amount: Math.min(entry['amount'], asked.amount) }];
};

/** `{"cart": 500}`, or `{"lines": [{"article_id": "a", "amount": 500}]}`; `{}` takes nothing off. */
export const discountAnswer =
  (asked: readonly AskedArticle[]) =>
  (answer: unknown): CustomAnswer | undefined => {
    if (!isFields(answer) || !hasOnly(answer, ['cart', 'lines']) || Object.keys(answer).length > 1) return undefined;
    const { cart, lines } = answer;
    if (cart !== undefined) {
      const most = sum(asked.map(({ amount }) => amount));
      const of = Object.fromEntries(asked.map(({ uid, units, amount }) => [uid, { units, amount }]));
      return isAmount(cart) ? { kind: 'cart', amount: Math.min(cart, most), asked: of } : undefined;
    }
    const articles = new Map(asked.map((one) => [one.uid, one]));
    const found = readAll(lines ?? [], asked.length, (entry) => offOf(entry, articles));
    return found && { kind: 'lines', articles: Object.fromEntries(found) };
  };

const MOST_TAXES = 10;
const PPM_OF_PERCENT = 10_000;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= 50;

const levyOf = (entry: unknown): readonly [string, Levy] | undefined => {
  if (!isFields(entry) || !hasOnly(entry, ['name', 'jurisdiction', 'rate'])) return undefined;
  const { name, jurisdiction, rate } = entry;
  if (!isName(name) || !isName(jurisdiction) || typeof rate !== 'number') return undefined;
  const ppm = Math.round(rate * PPM_OF_PERCENT);
  // A percentage has at most four digits behind the point; what a double adds to it is none of it.
  if (!(ppm >= 0 && ppm <= million) || Math.abs(ppm - rate * PPM_OF_PERCENT) > 1e-6) return undefined;
  return [`${name}/${jurisdiction}`, { name, jurisdiction, rate: ppm }];
};
const leviesOf = (list: unknown): readonly Levy[] | undefined => {
  const found = readAll(list, MOST_TAXES, levyOf);
  const levies = found && [...found.values()];
  return levies === undefined || sum(levies.map(({ rate }) => rate)) > million ? undefined : levies;
};

/** Taxes of articles, and of charges; those that are not named stay as they are. */
export type TaxAnswer = {
  readonly articles: ReadonlyMap<string, readonly Levy[]>;
  readonly charges: readonly Levy[] | null;
};

/** `{"lines": [{"article_id": "a", "taxes": [{"name": "VAT", "jurisdiction": "DE", "rate": 19}]}], "charges": […]}` */
export const taxAnswer =
  (asked: readonly AskedArticle[]) =>
  (answer: unknown): TaxAnswer | undefined => {
    if (!isFields(answer) || !hasOnly(answer, ['lines', 'charges'])) return undefined;
    const uids = new Set(asked.map(({ uid }) => uid));
    const articles = readAll(answer['lines'] ?? [], asked.length, (entry) => {
      if (!isFields(entry) || !hasOnly(entry, ['article_id', 'taxes'])) return undefined;
      const { article_id: uid, taxes } = entry;
      const levies = leviesOf(taxes);
      return typeof uid === 'string' && uids.has(uid) && levies !== undefined ? [uid, levies] : undefined;
    });
    const charges = answer['charges'] === undefined ? null : leviesOf(answer['charges']);
    return articles === undefined || charges === undefined ? undefined : { articles, charges };
  };

/** What each method charges for goods of a store, by its id; a method that is not named does not take them. */
export type ShippingAnswer = ReadonlyMap<number, ReadonlyMap<string, number>>;

const MOST_CHARGE = 1_000_000_000_000;

/** `{"parcels": [{"store_id": 1, "methods": [{"id": "express", "charge": 4900}]}]}` */
export const shippingAnswer =
  (stores: ReadonlySet<number>, methods: ReadonlySet<string>) =>
  (answer: unknown): ShippingAnswer | undefined => {
    if (!isFields(answer) || !hasOnly(answer, ['parcels'])) return undefined;
    const found = readAll(answer['parcels'] ?? [], stores.size, (entry) => {
      if (!isFields(entry) || !hasOnly(entry, ['store_id', 'methods'])) return undefined;
      const { store_id: store, methods: named } = entry;
      const charges = readAll(named, methods.size, (one) => {
        if (!isFields(one) || !hasOnly(one, ['id', 'charge'])) return undefined;
        const { id, charge } = one;
        const isGood = typeof id === 'string' && methods.has(id) && isAmount(charge) && charge <= MOST_CHARGE;
        return isGood ? [id, charge] : undefined;
      });
      return typeof store === 'number' && stores.has(store) && charges !== undefined
        ? [String(store), charges]
        : undefined;
    });
    return found && new Map([...found].map(([store, charges]) => [Number(store), charges]));
  };
