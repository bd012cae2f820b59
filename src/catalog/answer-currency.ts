/** In which currency an application's shopper is answered, and what that depends on. */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import { rateAt, type RatesInto, type StoredRate } from './exchange-rate.ts';

export type AnswerCurrency = {
  readonly currency: string;
  /** The rates that hold now, into that currency. */
  readonly rates: readonly StoredRate[];
  readonly rateFrom: RatesInto;
};

/** The currency asked for, if the application offers it and there is a rate for it; else the application's own. */
export const answerCurrency = (
  settings: Pick<ApplicationSettings, 'currency' | 'currencies'>,
  asked: string | undefined,
  rates: readonly StoredRate[],
  now: number,
): AnswerCurrency => {
  const offered = asked !== undefined && settings.currencies.includes(asked);
  const reachable = offered && rateAt(rates, settings.currency, asked, now) !== undefined;
  const currency = reachable ? asked : settings.currency;
  const current = [...new Set(rates.map(({ from }) => from))].flatMap(
    (from) => rateAt(rates, from, currency, now) ?? [],
  );
  return { currency, rates: current, rateFrom: (from) => current.find((rate) => rate.from === from) };
};
