/** What became of a recorded pricing case that went through the engine that prices carts. */
import { ownEntry } from '../../../src/shared/own-entry.ts';
import type { PricingPolicy } from '../../../src/pricing/pricing-policy.ts';
import { UnreadVector } from './vector-language.ts';
import { families, type VectorCase } from './vector-families.ts';
import { differences } from './vector-result.ts';

export type VectorReport = {
  readonly id: string;
  readonly name: string;
  readonly status: VectorCase['status'];
  readonly outcome: 'holds' | 'differs' | 'unread' | 'unknown_family';
  readonly differences: readonly string[];
};

/** What the case says that we do not understand, or where it differs. */
const differencesOf = (
  vector: VectorCase,
  run: () => Readonly<Record<string, unknown>>,
): readonly string[] | string => {
  try {
    return differences(vector.expected, run());
  } catch (error) {
    if (!(error instanceof UnreadVector)) throw error;
    return error.message;
  }
};

/** `under` is a policy for what the case does not say itself. */
export const runVector = (vector: VectorCase, under: Partial<PricingPolicy> = {}): VectorReport => {
  const { id, name, status, family } = vector;
  const run = ownEntry(families, family);
  if (run === undefined) return { id, name, status, outcome: 'unknown_family', differences: [] };
  const found = differencesOf(vector, () => run(vector, under));
  if (typeof found === 'string') return { id, name, status, outcome: 'unread', differences: [`cannot read ${found}`] };
  return { id, name, status, outcome: found.length === 0 ? 'holds' : 'differs', differences: found };
};

/** A quirk is recorded, not imitated: it may differ. */
export const fails = ({ outcome, status }: VectorReport): boolean => outcome !== 'holds' && status !== 'quirk';

export const lineOf = ({ id, name, status, outcome, differences: found }: VectorReport): string =>
  [
    `${outcome.padEnd(8)} ${status.padEnd(7)} ${id.padEnd(14)} ${name}`,
    ...found.map((each) => `         ${each}`),
  ].join('\n');
