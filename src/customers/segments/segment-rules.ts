/**
 * Who is in which segment. Nothing is stored for it: a customer's standing is moved with his orders, so the conditions of a
 * handful of segments over a handful of numbers are always current, and cost a read nothing. Pure.
 */
import { everyonesSegments, type Segment } from '../../contract/applications/segment-settings-contract.ts';
import { type Minor, toDecimal, toMinor } from '../../shared/money.ts';
import type { Standing } from '../standing-statements.ts';
import type { TierStanding } from '../tiers/tier-rules.ts';

/** Groups with this beginning are given by segments alone, never by a profile or a token. */
const PREFIX = 'segment:';
export const segmentGroup = (slug: string): string => `${PREFIX}${slug}`;
export const isSegmentGroup = (group: string): boolean => group.startsWith(PREFIX);

export const isEveryones = (slug: string): boolean => everyonesSegments.some((one) => one.slug === slug);
export const segmentsOf = (own: readonly Segment[]): readonly Segment[] => [...everyonesSegments, ...own];

export type Known = Standing & {
  readonly groups: readonly string[];
  readonly tags: readonly string[];
  /** Since when he is a customer; null when that is not known. */
  readonly since: number | null;
  readonly tier: TierStanding;
};

type Range = { readonly min?: number; readonly max?: number };
export type Check = {
  readonly condition: keyof Segment['conditions'];
  readonly holds: boolean;
  readonly value: number | null;
  readonly range: Range;
  readonly oneOf: readonly string[];
  readonly has: string | null;
  /** When time alone changes the answer; null: never. */
  readonly until: number | null;
};

const DAY = 86_400_000;

const within = (value: number | null, { min = 0, max = Infinity }: Range): boolean =>
  value !== null && value >= min && value <= max;

const timeless = { oneOf: [], has: null, until: null } as const;

const inRange = (condition: Check['condition'], value: number | null, range: Range): Check => ({
  ...timeless,
  condition,
  value,
  range,
  holds: within(value, range),
});

const sinceThen = (condition: Check['condition'], at: number | null, range: Range, now: number): Check => {
  const days = at === null ? null : Math.max(0, Math.floor((now - at) / DAY));
  const edges = at === null ? [] : [range.min, range.max === undefined ? undefined : range.max + 1];
  const later = edges
    .flatMap((edge) => (edge === undefined ? [] : [(at ?? 0) + edge * DAY]))
    .filter((edge) => edge > now);
  return { ...inRange(condition, days, range), until: later.length === 0 ? null : Math.min(...later) };
};

const oneOf = (condition: Check['condition'], wanted: readonly string[], has: ReadonlySet<string>): Check => {
  const found = wanted.find((one) => has.has(one)) ?? null;
  return { ...timeless, condition, value: null, range: {}, oneOf: wanted, has: found, holds: found !== null };
};

const inTier = (wanted: readonly string[], { tier, until }: TierStanding): Check => ({
  ...oneOf('tiers', wanted, new Set(tier === null ? [] : [tier.slug])),
  until,
});

const inMinor = ({ min, max }: Range, exponent: number): Range => {
  const [least, most] = [min, max].map((bound) => (bound === undefined ? null : toMinor(bound, exponent)));
  return { ...(least === null ? {} : { min: least }), ...(most === null ? {} : { max: most }) };
};

/** Compared to the smallest unit, told as it is written. */
const inMoney = (condition: Check['condition'], value: Minor, range: Range, exponent: number): Check => ({
  ...inRange(condition, toDecimal(value, exponent), range),
  holds: within(value, inMinor(range, exponent)),
});

/** Names are looked up: a segment may ask for a hundred, and a customer have as many. */
const lookedUp = (known: Known) => ({ ...known, groups: new Set(known.groups), tags: new Set(known.tags) });
type LookedUp = ReturnType<typeof lookedUp>;

/** `exponent` is of the application's currency, in which bounds are written. */
const checksOf = ({ conditions }: Segment, known: LookedUp, exponent: number, now: number): readonly Check[] => {
  const { orders, spent, days_since_order: sinceOrder, account_days: age, groups, tags, tiers } = conditions;
  return [
    ...(orders === undefined ? [] : [inRange('orders', known.orders, orders)]),
    ...(spent === undefined ? [] : [inMoney('spent', known.spent, spent, exponent)]),
    ...(sinceOrder === undefined ? [] : [sinceThen('days_since_order', known.lastOrderAt, sinceOrder, now)]),
    ...(age === undefined ? [] : [sinceThen('account_days', known.since, age, now)]),
    ...(groups === undefined ? [] : [oneOf('groups', groups, known.groups)]),
    ...(tags === undefined ? [] : [oneOf('tags', tags, known.tags)]),
    ...(tiers === undefined ? [] : [inTier(tiers, known.tier)]),
  ];
};

export const isIn = (checks: readonly Check[]): boolean => checks.every(({ holds }) => holds);

/** Every segment with what it asks of a customer. */
export const checkedSegments = (own: readonly Segment[], known: Known, exponent: number, now: number) => {
  const all = lookedUp(known);
  return segmentsOf(own).map((segment) => ({ segment, checks: checksOf(segment, all, exponent, now) }));
};

/** Without a look at the others. */
export const isInSegment = (segment: Segment, known: Known, exponent: number, now: number): boolean =>
  isIn(checksOf(segment, lookedUp(known), exponent, now));

type Membership = {
  /** As groups. */
  readonly groups: readonly string[];
  /** When time alone may change it; null: never. */
  readonly until: number | null;
};

export const membershipOf = (own: readonly Segment[], known: Known, exponent: number, now: number): Membership => {
  const checked = checkedSegments(own, known, exponent, now);
  const edges = checked.flatMap(({ checks }) => checks.flatMap(({ until }) => (until === null ? [] : [until])));
  return {
    groups: checked.filter(({ checks }) => isIn(checks)).map(({ segment }) => segmentGroup(segment.slug)),
    until: edges.length === 0 ? null : Math.min(...edges),
  };
};
