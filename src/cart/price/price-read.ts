/**
 * A cart that was read, priced: with what rules of the shop's own say, at the rates of tax that the threshold of the One Stop Shop
 * asks for, and at home, too.
 */
import type { CartAsk } from '../call/cart-ask.ts';
import type { PricedShop } from '../call/cart-shop.ts';
import { destinationOf } from './destination-rules.ts';
import { fitsCount, ossSale, type OssSale } from './oss-sale.ts';
import { priceInput, type ReadForPrice } from './price-input.ts';
import { pricedInTurns } from './price-trials.ts';
import { firstBasis, type OssBasis } from '../../delivery/oss/oss-rules.ts';
import { priceWithRules } from '../../offers/logic/ruled-input.ts';
import type { GiftLook } from '../../pricing/offers/gift-look.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { PricedCart } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Minor } from '../../shared/money.ts';
import { turnFor } from '../../shared/slices.ts';

type Priced = {
  readonly input: PriceInput;
  readonly priced: PricedCart;
  /** The same cart in the application's currency. */
  readonly base: PricedCart;
  readonly sale: OssSale | null;
  /** Gifts that were looked for; null: too many. */
  readonly looks: readonly GiftLook[] | null;
  /** Until when what rules said holds. */
  readonly until: number;
  /** What they said, in short. */
  readonly said: string | null;
  /** A rule without which it is not sold did not answer. */
  readonly isOpen: boolean;
};

/** The same cart in the shop's own currency: the combination that was found is what the shopper has in both. */
const atHome = (input: PriceInput, { choice }: PricedCart, currency: PriceInput['currency']): PriceInput => ({
  ...input,
  ...(choice === undefined ? {} : { combination: choice.steps }),
  currency,
});

/** Where more were looked for, as in a search for the best offers, nobody goes through them again. */
const MOST_LOOKS = 20;
const watchGifts = (input: PriceInput) => {
  const seen: GiftLook[] = [];
  const sawGift = (look: GiftLook): void => {
    if (seen.length < MOST_LOOKS) seen.push(look);
  };
  return { watched: { ...input, sawGift }, looks: () => (seen.length < MOST_LOOKS ? seen : null) };
};

/** What a cart comes to, however it is paid. */
const beforeTender = ({ priced: { breakup } }: Pick<Priced, 'priced'>): Minor =>
  breakup.total - breakup.platform_cash - breakup.mop_total;

export const pricedAsRead = async (
  shop: PricedShop,
  ask: CartAsk,
  read: Omit<ReadForPrice, 'oss'>,
): Promise<Priced> => {
  const { caller } = shop;
  const { around, goods } = read;
  const { document, money, settings, ossCount, active } = around;
  // Each of these goes through all lines: of a large cart together they would hold up everybody else for too long.
  const others = (): Promise<void> => turnFor(document.lines.length);
  const pricedAt = async (oss: OssBasis) => {
    const ruled = await priceWithRules(
      {
        ...active,
        applicationId: caller.applicationId,
        ask: shop.ask,
        keepsNet: settings.tax.price_basis === 'net',
        to: () => destinationOf(goods, around.address, caller.settings.country),
      },
      priceInput(shop, ask, { ...read, oss }),
    );
    const { input } = ruled;
    await others();
    const { watched, looks } = watchGifts(input);
    const priced = await pricedInTurns(pricingOf(watched));
    await others();
    const { until, said, isOpen } = ruled;
    return { input, watched, looks, priced, until, said, isOpen, sale: ossSale(input, priced) };
  };
  const first = await pricedAt(firstBasis(settings.tax, ossCount));
  const fits = fitsCount(first.sale, ossCount);
  const second = fits === 'yes' ? first : await pricedAt('destination');
  const isCheaper = beforeTender(second) < beforeTender(first);
  const { watched, looks, ...fitting } = fits === 'unless_cheaper' && isCheaper ? first : second;
  if (money.rate === undefined) return { ...fitting, base: fitting.priced, looks: looks() };
  const base = await pricedInTurns(pricingOf(atHome(watched, fitting.priced, money.home)));
  await others();
  return { ...fitting, base, looks: looks() };
};
