/** Derivations of amounts in the application's own currency, turned back from what was charged as `toHome` and the tender do it. Pure. */
import type { Currency } from '../../shared/currency.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import type { TenderPart } from '../charge-types.ts';
import type { PriceInput } from '../pricing-types.ts';
import type { Book } from './derivation-book.ts';
import type { Derivation, What } from './derivation-types.ts';

type Abroad = { readonly input: PriceInput; readonly home: Currency };

/** Of nothing and of what is below it there is nothing to turn back. */
export const inHome = (what: What, of: Derivation, { input, home }: Abroad, book: Book): Derivation => {
  const rate = ownEntry(input.rates, input.currency.code);
  const about = { ...of.about, currency: home };
  if (rate === undefined || of.value <= 0) return book.given('none', 0, about);
  return book.write(what, { op: 'converted', exchange: rate, from: input.currency, to: home }, [of], about);
};

const balanceOf = ({ kind, id }: TenderPart, { tender }: PriceInput): number | undefined =>
  kind === 'store_credit' ? tender.storeCredit?.balance : tender.giftCards.find((card) => card.id === id)?.balance;

/** All of a balance that is used up; else what it paid, turned back: at least the smallest coin, and no more than there is. */
export const balanceSpent = (part: TenderPart, paid: Derivation, abroad: Abroad, book: Book): Derivation => {
  const about = { ...paid.about, currency: abroad.home };
  const balance = balanceOf(part, abroad.input) ?? part.spent;
  const all = (): Derivation => book.given('balance_all', balance, about);
  if (part.amount === part.most) return all();
  const turned = inHome('balance_spent', paid, abroad, book);
  const least =
    turned.value >= 1
      ? turned
      : book.write('balance_spent', { op: 'most' }, [turned, book.given('smallest', 1, about)], about);
  return least.value <= balance ? least : book.write('balance_spent', { op: 'least' }, [least, all()], about);
};
