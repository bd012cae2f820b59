/** What stands around a cart and is decided before it is priced: the table of taxes, prices with a time, who the customer is. */
import type { TaxRateRow } from '../../src/contract/catalog/tax-contract.ts';
import type { Tier } from '../../src/contract/applications/cart-settings-contract.ts';
import type { Segment } from '../../src/contract/applications/segment-settings-contract.ts';

type Place = { readonly country: string; readonly state: string | null; readonly postal: string | null };

type VatAsked = {
  readonly state: 'checked' | 'invalid' | 'unchecked';
  readonly isAsked: boolean;
  readonly unanswered: 'consumer' | 'form';
};

export type CaseTaxes = {
  readonly rows: readonly TaxRateRow[];
  /** By store. */
  readonly stores: Readonly<Record<string, Place>>;
  /** Where the goods go; null: they are picked up. */
  readonly place: Place | null;
  /** Of goods, by article; the standard one when left out. */
  readonly classes: Readonly<Record<string, string>>;
  readonly priceBasis: 'gross' | 'net';
  readonly reverseCharge: boolean;
  readonly vatId: string | null;
  /** What a service that knows such numbers said; null: the shop asks nobody. */
  readonly vatCheck: VatAsked | null;
  readonly exempt: boolean;
  readonly oss: 'destination' | 'origin' | 'counted';
  readonly count: { readonly sold: number; readonly lastYear: number; readonly threshold: number };
};

/** A price of everybody in the shop's currency that counts for a time. */
export type TimedPrice = {
  readonly uid: string;
  readonly from: number | null;
  readonly until: number | null;
  readonly selling: number;
  readonly off: number;
};

export type CaseCustomer = {
  readonly orders: number;
  readonly spent: number;
  readonly lastOrderAt: number | null;
  readonly since: number | null;
  readonly groups: readonly string[];
  readonly tags: readonly string[];
  readonly segments: readonly Segment[];
  readonly tiers: readonly Tier[];
  readonly worth: readonly { readonly day: number; readonly money: number; readonly points: number }[];
};

type SaidTax = { readonly name: string; readonly jurisdiction: string; readonly rate: number };
/** What rules of the merchant's own answered, as they wrote it. */
export type CaseRules = {
  readonly taxes?: {
    readonly lines?: readonly { readonly article_id: string; readonly taxes: readonly SaidTax[] }[];
    readonly charges?: readonly SaidTax[];
  };
  readonly charges?: {
    readonly parcels: readonly {
      readonly store_id: number;
      readonly methods: readonly { readonly id: string; readonly charge: number }[];
    }[];
  };
  /** Prices without tax stay the same. */
  readonly keepsNet: boolean;
};

export type CaseShop = {
  readonly taxes?: CaseTaxes;
  readonly timed?: readonly TimedPrice[];
  readonly customer?: CaseCustomer;
  readonly rules?: CaseRules;
};
