/** A promotion or coupon as it is kept: what the merchant wrote, and what happened to it. Pure. */
import type { Definition } from '../pricing/compile/offer-types.ts';
import { normalForm } from '../shared/texts/normal-form.ts';

export type { Definition } from '../pricing/compile/offer-types.ts';
export type OfferKind = 'promotion' | 'coupon';
export type OfferState = 'draft' | 'review' | 'published' | 'rejected';
/** The steps of its life that are remembered with who took them and when. */
export type LifeStep = 'created' | 'modified' | 'reviewed' | 'approved' | 'rejected';
type Taken = { readonly by: string; readonly at: number };

export type Offer = {
  readonly id: string;
  readonly kind: OfferKind;
  readonly state: OfferState;
  readonly isArchived: boolean;
  /** Rises with every change. */
  readonly version: number;
  /** In the wire's own names, without what the service itself decides. */
  readonly definition: Definition;
  readonly life: Readonly<Partial<Record<LifeStep, Taken>>> & { readonly created: Taken; readonly modified: Taken };
  /** Why it was rejected. */
  readonly reason: string | null;
};

export const record = (value: unknown): Definition =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Definition) : {};
export const scheduleOf = (definition: Definition): Definition => record(definition['_schedule']);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** How codes and titles are compared: shoppers do not mind capitals. */
export const folded = (text: string): string => normalForm(text, 'NFC').trim().toLowerCase();

/** The code shoppers type for it; empty when it applies by itself or has codes in bulk. */
export const codeOf = ({ kind, definition }: Pick<Offer, 'kind' | 'definition'>): string => {
  if (kind === 'promotion' && definition.mode !== 'coupon') return '';
  return hasManyCodes(definition) ? '' : textOf(definition.code).trim();
};
export const isBulk = (definition: Definition): boolean => definition.coupon_type === 'bulk';
/** Every customer has a code of his own, for others. */
export const isReferral = (definition: Definition): boolean => definition.coupon_type === 'referral';
export const hasManyCodes = (definition: Definition): boolean => isBulk(definition) || isReferral(definition);

const without = (from: Definition, names: readonly string[]): Definition =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)));
const decidedByUs = ['_id', 'id', 'application_id', 'author', 'date_meta', 'is_processed', 'is_archived', 'reason'];

/**
 * What is kept of a body. Worked-out members (the next times it runs, uses that remain) are taken out: a client that sends
 * back what it read must not freeze them.
 */
export const merchantPart = (body: Definition): Definition => {
  const given = record(body.restrictions);
  const restrictions =
    given.budget === undefined || given.budget === null
      ? given
      : { ...given, budget: without(record(given.budget), ['remaining']) };
  return {
    ...without(body, decidedByUs),
    _schedule: without(scheduleOf(body), ['next_schedule', 'status', 'published']),
    restrictions:
      restrictions.uses === undefined
        ? restrictions
        : { ...restrictions, uses: without(record(restrictions.uses), ['remaining']) },
    ownership: { payable_category: 'seller', payable_by: '', ...record(body.ownership) },
  };
};
