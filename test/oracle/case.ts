/** A cart to price as plain JSON: everything the engine is told, with offers as they are stored. */
import type { PricingPolicy } from '../../src/pricing/pricing-policy.ts';
import type {
  Article,
  AskedLine,
  CashRounding,
  ChargeSettings,
  EmiPlan,
  GiftChoice,
  Payment,
  Place,
  PriceAdjustment,
  Shopper,
  Tender,
} from '../../src/pricing/pricing-types.ts';

export type Definition = Readonly<Record<string, unknown>>;
export type Case = {
  readonly now: number;
  readonly currency: string;
  readonly home: string;
  /** Units of the named currency for one of home, as published. */
  readonly rates: Readonly<Record<string, string>>;
  readonly lines: readonly AskedLine[];
  readonly articles: readonly Article[];
  readonly gifts: readonly Article[];
  readonly giftChoices: Readonly<Record<string, GiftChoice>>;
  readonly promotions: readonly Definition[];
  readonly coupon: Definition | null;
  readonly adjustments: readonly PriceAdjustment[];
  readonly policy: PricingPolicy;
  readonly shopper: Shopper;
  readonly payment: Payment | null;
  readonly place: Place | null;
  readonly pickup: boolean;
  readonly charges: ChargeSettings;
  readonly tender: Tender;
  readonly emi: EmiPlan | null;
  readonly cashRounding?: CashRounding;
  /** An extension asks of every line it is shown for so many thousandths of what the line costs. */
  readonly custom: Readonly<Record<string, number>>;
};
export const exponents: Readonly<Record<string, number>> = { INR: 2, USD: 2, JPY: 0, KWD: 3 };
