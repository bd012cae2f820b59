/**
 * In which currency a cart is answered and at which rate: the rate of its last write for as long as that one holds, and no longer
 * behind its end however often the cart is written to: nobody keeps a rate that was good for him. Pure.
 */
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import { answerCurrency } from '../../catalog/answer-currency.ts';
import { rateAt, type RatesInto, type StoredRate } from '../../catalog/exchange-rate.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import { type Currency, currencyOf } from '../../shared/currency.ts';

export type CartMoney = {
  readonly currency: Currency;
  readonly home: Currency;
  /** From the application's currency into the answer's; undefined when they are one. */
  readonly rate: StoredRate | undefined;
  /** Into the application's currency, for articles that are fed in another. */
  readonly homeRates: RatesInto;
  /** When the next rate begins; null when none is known. */
  readonly nextRate: number | null;
  /** When the rate of its last write is let go; null where it has none. */
  readonly keptUntil: number | null;
};

const HOUR = 3_600_000;

type Kept = { readonly rate: StoredRate | undefined; readonly until: number | null };

/** When another rate took the place of this one. */
const replacedAt = (rates: readonly StoredRate[], { from, to, validFrom }: StoredRate, now: number): number =>
  Math.min(
    ...rates
      .filter((one) => one.from === from && one.to === to && one.validFrom > validFrom && one.validFrom <= now)
      .map((one) => one.validFrom),
  );

const keptRate = (currency: string, { rates, snapshot, maxAgeHours, now }: MoneyAsked): Kept => {
  const rate = rates.find(({ id, to }) => id === snapshot?.rateId && to === currency);
  if (snapshot === undefined || snapshot.currency !== currency || rate === undefined) {
    return { rate: undefined, until: snapshot === undefined ? null : snapshot.at + maxAgeHours * HOUR };
  }
  const until = Math.min(snapshot.at, replacedAt(rates, rate, now)) + maxAgeHours * HOUR;
  return { rate: until > now ? rate : undefined, until };
};

type MoneyAsked = {
  readonly rates: readonly StoredRate[];
  readonly snapshot: PricedSnapshot | undefined;
  readonly maxAgeHours: number;
  readonly now: number;
};

type Currencies = Pick<ApplicationSettings, 'currency' | 'currencies'>;

export const cartMoney = (settings: Currencies, asked: string | null, asking: MoneyAsked): CartMoney => {
  const { rates, now } = asking;
  const answer = answerCurrency(settings, asked ?? undefined, rates, now);
  const home = settings.currency;
  const kept = keptRate(answer.currency, asking);
  const later = rates.filter(({ validFrom }) => validFrom > now).map(({ validFrom }) => validFrom);
  return {
    currency: currencyOf(answer.currency),
    home: currencyOf(home),
    rate: answer.currency === home ? undefined : (kept.rate ?? answer.rateFrom(home)),
    homeRates: (from) => rateAt(rates, from, home, now),
    nextRate: later.length === 0 ? null : Math.min(...later),
    keptUntil: kept.until,
  };
};
