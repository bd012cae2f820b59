/** What happened to an order since it was made: its steps, its parcels, what went back and what that gave back. */
import type { orderStatuses } from '../contract/orders/order-contract.ts';
import type { Minor, Ppm } from '../shared/money.ts';
import type { Discount, Earned, OrderTender, TaxAmounts } from './order-figures.ts';

export type OrderState = (typeof orderStatuses)[number];

/** That somebody did something: `by` is `customer`, `payment`, `system`, `service:<client>` or `operator:<id>`. */
export type Step = { readonly at: number; readonly by: string; readonly reason: string };
type OrderEvent = Step & { readonly state: OrderState };

/** A move of a balance that the order still has to make, in a batch of its own. */
export type Due = Earned & {
  readonly move: 'earned' | 'unearned';
  /** Whose balance: that of who brought the customer; not there: his own. */
  readonly to?: 'referrer';
  /** The settlement that it comes of; not there when it is of the order as a whole. */
  readonly settlement?: string;
};

/** Some units of a line, by the line's identifier. */
export type Units = { readonly line: string; readonly units: number };

/** What a carrier said of a parcel, and where it was seen: an empty place was not said. */
export type Scan = Readonly<{ status: string; at: number; place: string; remark: string }>;

/** What has left for the customer in one piece. */
export type Parcel = {
  readonly id: string;
  /** The shipment of the order that it is of: one store, one way. */
  readonly shipmentId: string;
  readonly items: readonly Units[];
  readonly state: 'shipped' | 'delivered';
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  readonly shippedAt: number;
  readonly deliveredAt: number | null;
  /** In the order in which they were told; not there before the first. */
  readonly scans?: readonly Scan[] | undefined;
};

export type ReturnState = 'requested' | 'approved' | 'refused' | 'withdrawn' | 'received';
export type OrderReturn = Readonly<{
  id: string;
  state: ReturnState;
  items: readonly Units[];
  reason: string;
  requestedAt: number;
  requestedBy: string;
  modifiedAt: number;
  /** What the shop said last. */
  answer: string;
  /** What it gave back, once it was received. */
  settlementId: string | null;
}>;

/** A line as it stands now: units that were not given back, and what they cost. */
export type StandingLine = Units & {
  /** After all discounts, without tax that comes on top. */
  readonly amount: Minor;
  readonly tax: TaxAmounts;
  readonly discounts: readonly Discount[];
};
/** A charge as it stands now. */
export type StandingCharge = {
  readonly code: string;
  readonly name: string;
  readonly rate: Ppm;
  /** Tax included, less what was waived. */
  readonly amount: Minor;
  readonly tax: TaxAmounts;
};
/** What is left of what was agreed. */
export type Standing = {
  readonly lines: readonly StandingLine[];
  readonly charges: readonly StandingCharge[];
  /** What offers took off delivery. */
  readonly waived: readonly Discount[];
  readonly earns: readonly Earned[];
};

/** `uncollected` was to be paid on delivery and is not any more. */
export type RefundPart = Omit<OrderTender, 'kind'> & { readonly kind: OrderTender['kind'] | 'payment' | 'uncollected' };

/**
 * What giving back some units came to: the standing before less the standing after, so that settlements always add up. A line that
 * costs more than before, because an offer lost its ground, is in it with less than nothing.
 */
export type Settlement = Standing &
  Step & {
    readonly id: string;
    readonly cause: 'cancelled' | 'returned';
    readonly returnId: string | null;
    /** Units that went back, gifts that went along included. */
    readonly items: readonly Units[];
    /** All that is given back. */
    readonly amount: Minor;
    /** How it is given back; together the amount. */
    readonly parts: readonly RefundPart[];
  };

export type OrderProgress = {
  readonly events: readonly OrderEvent[];
  readonly paymentId: string | null;
  readonly dues: readonly Due[];
  /** Not there before the first, and in orders of earlier versions. */
  readonly parcels?: readonly Parcel[] | undefined;
  readonly returns?: readonly OrderReturn[] | undefined;
  readonly settlements?: readonly Settlement[] | undefined;
  /** As agreed while it is not there. */
  readonly standing?: Standing | undefined;
  /** Offers whose uses were given back, because what remained did not meet their conditions any more. */
  readonly released?: readonly string[] | undefined;
  /** Whether there is an invoice: what goes back from then on makes a credit note. */
  readonly invoiced?: boolean | undefined;
  /** Collected on delivery so far; not there when nothing was. */
  readonly collected?: Minor | undefined;
};
