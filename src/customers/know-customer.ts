/** What is known of the customer who calls. Where the application wants it, what his proof newly says is kept. */
import type { Node } from '../applications/node.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { readCustomer, saveClaimed } from './customer-store.ts';
import { keepTerms } from './search/customer-terms.ts';
import type { Customer } from './customer-token.ts';
import { currencyOf } from '../shared/currency.ts';
import { claimedProfile, type CustomerFacts, factsOf, knownOf, wholeProfile } from './profile-rules.ts';
import { membershipOf } from './segments/segment-rules.ts';
import { readTier } from './tiers/read-tiers.ts';
import { tierGroup } from './tiers/tier-rules.ts';

/** A token that says nothing about its customer leaves what an earlier one said. */
export const knowCustomer = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { applicationId, settings }: Pick<ApplicationCaller, 'applicationId' | 'settings'>,
  { userId, claims }: Customer,
): Promise<CustomerFacts> => {
  const [stored, tier] = await Promise.all([
    readCustomer(db, applicationId, userId),
    readTier(db, { applicationId, settings, now: now() }, userId),
  ]);
  const { written = {}, claimed: before = {} } = stored ?? {};
  const said = claimedProfile(claims);
  const saysNothing = Object.keys(said).length === 0;
  if (!saysNothing && settings.profile_from_claims && JSON.stringify(said) !== JSON.stringify(before)) {
    await db.commit([
      saveClaimed(applicationId, userId, said, now()),
      ...keepTerms({ applicationId, userId }, 'claims', said),
    ]);
  }
  const profile = wholeProfile(written, saysNothing ? before : said);
  const known = knownOf(profile, stored, tier);
  const { exponent } = currencyOf(settings.currency);
  const { groups, until } = membershipOf(settings.segments, known, exponent, now());
  const own = tier.tier === null ? [] : [tierGroup(tier.tier.slug)];
  const edges = [until, tier.until].filter((at) => at !== null);
  return {
    ...factsOf(profile),
    groups: [...known.groups, ...groups, ...own],
    orders: known.orders,
    until: edges.length === 0 ? null : Math.min(...edges),
  };
};
