/** In which currency a cart is answered and at which rate: the rate of its last write for as long as that one holds. Pure. */
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
};

const HOUR = 3_600_000;

const pinnedRate = (
  rates: readonly StoredRate[],
  snapshot: PricedSnapshot | undefined,
  currency: string,
  oldest: number,
): StoredRate | undefined => {
  if (snapshot === undefined || snapshot.currency !== currency || snapshot.at <= oldest) return undefined;
  return rates.find(({ id, to }) => id === snapshot.rateId && to === currency);
};

type MoneyAsked = {
  readonly rates: readonly StoredRate[];
  readonly snapshot: PricedSnapshot | undefined;
  readonly maxAgeHours: number;
  readonly now: number;
};

export const cartMoney = (
  settings: Pick<ApplicationSettings, 'currency' | 'currencies'>,
  asked: string | null,
  { rates, snapshot, maxAgeHours, now }: MoneyAsked,
): CartMoney => {
  const answer = answerCurrency(settings, asked ?? undefined, rates, now);
  const home = settings.currency;
  const pinned = pinnedRate(rates, snapshot, answer.currency, now - maxAgeHours * HOUR);
  const later = rates.filter(({ validFrom }) => validFrom > now).map(({ validFrom }) => validFrom);
  return {
    currency: currencyOf(answer.currency),
    home: currencyOf(home),
    rate: answer.currency === home ? undefined : (pinned ?? answer.rateFrom(home)),
    homeRates: (from) => rateAt(rates, from, home, now),
    nextRate: later.length === 0 ? null : Math.min(...later),
  };
};
