/** Which limits a use of an offer counts against, and what pricing must know about uses that are gone. Pure. */
import type { OfferIndex } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { type Definition, hasManyCodes, isReferral, record } from '../offer.ts';
import { BUDGET, type UseLimit } from './use-statements.ts';

/** Who uses it, and how. */
export type UseOf = {
  readonly userId: string | null;
  /** Names by which a guest is known; a use counts for each of them. */
  readonly guests: readonly string[];
  /** The bulk code that was typed, folded; null for any other. */
  readonly bulkCode: string | null;
  readonly paymentMode: string | null;
  /** What it takes of the budget, in the offer's currency; left out while that is not known. */
  readonly cost?: number;
};

/** Where a shop names no number. */
const MOST_REFERRED = 100;

const most = (value: unknown): number | null => (typeof value === 'number' && value > 0 ? value : null);
/** An offer that was kept before its numbers were looked at may say 1.5, or more than can be counted. */
const limit = (holder: string, value: number | null): readonly UseLimit[] =>
  value === null ? [] : [{ holder, most: Math.min(Math.floor(value), Number.MAX_SAFE_INTEGER) }];

/** `mode` is written large; an offer spells it as it likes. */
const paymentMost = (definition: Definition, mode: string): number | null => {
  const rules = Object.entries(record(record(definition.restrictions).payments));
  const uses = record(record(rules.find(([name]) => name.toUpperCase() === mode)?.[1]).uses);
  return most(uses.max) ?? most(record(uses.maximum).total);
};

/** A bulk code is used once; that of a customer as often as his shop lets him bring others. */
export const usesOfCode = (definition: Definition): number =>
  isReferral(definition) ? (most(record(definition.referral).uses_per_code) ?? MOST_REFERRED) : 1;

const usersOf = ({ userId, guests }: UseOf): readonly string[] =>
  userId === null ? guests.map((name) => `guest:${name}`) : [`user:${userId}`];

/** The counter of one code among many. */
export const codeHolder = (code: string): string => `code:${code}`;

/** A soft policy lets what all may use together be passed a little; what one shopper or one code may, never. */
const forAll = (definition: Definition, limits: readonly UseLimit[]): readonly UseLimit[] =>
  record(record(definition.restrictions).uses).policy === 'soft'
    ? limits.map((one) => ({ ...one, isSoft: true }))
    : limits;

/** Empty for an offer without limits: then nothing has to be held. */
export const limitsOf = ({ restrictions, definition }: CompiledOffer, use: UseOf): readonly UseLimit[] => [
  ...forAll(definition, limit('', restrictions.uses.total?.maximum ?? null)),
  // Guests are named, by a hash each, only where somebody counts them.
  ...(restrictions.uses.user === null ? [] : usersOf(use)).flatMap((holder) =>
    limit(holder, restrictions.uses.user?.maximum ?? null),
  ),
  ...(use.bulkCode === null ? [] : limit(codeHolder(use.bulkCode), usesOfCode(definition))),
  ...(use.paymentMode === null
    ? []
    : forAll(definition, limit(`payment:${use.paymentMode}`, paymentMost(definition, use.paymentMode)))),
  ...(restrictions.budget === undefined
    ? []
    : [{ holder: BUDGET, most: restrictions.budget.amount, amount: use.cost ?? 0 }]),
];

/** Whether uses of it are counted at all. */
export const isLimited = ({ restrictions, definition }: CompiledOffer): boolean =>
  restrictions.uses.total !== null ||
  restrictions.uses.user !== null ||
  restrictions.budget !== undefined ||
  hasManyCodes(definition) ||
  Object.keys(restrictions.payments ?? {}).some((mode) => paymentMost(definition, mode) !== null);

const usedUp = { maximum: 1, remaining: 0 } as const;

/** The offer as pricing must see it when none of its uses is left for this shopper. */
export const withoutUses = (offer: CompiledOffer): CompiledOffer => ({
  ...offer,
  restrictions: { ...offer.restrictions, uses: { ...offer.restrictions.uses, total: usedUp } },
});

/** The same index in which some offers have no use left. They keep their places, so nothing has to be filed anew. */
export const indexWithoutUses = (index: OfferIndex, ids: ReadonlySet<string>): OfferIndex =>
  ids.size === 0
    ? index
    : { ...index, offers: index.offers.map((offer) => (ids.has(offer.id) ? withoutUses(offer) : offer)) };
