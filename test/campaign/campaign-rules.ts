/** What is known of a campaign between its rounds: which were run, with which seeds, and what is left. Pure. */

export type RoundResult = {
  readonly number: number;
  readonly seed: number;
  readonly command: string;
  /** What it ended with; null when a signal ended it. */
  readonly code: number | null;
  readonly seconds: number;
  /** Its last line: read, where it is JSON. */
  readonly outcome: unknown;
  /** Its last lines, of a round that failed. */
  readonly output?: readonly string[];
};
type Begun = Readonly<{ campaign: string; version: string; seed: number; wanted: number }>;
export type CampaignResult = Begun & {
  readonly rounds: readonly RoundResult[];
  readonly verdict: 'holds' | 'BROKEN' | 'unfinished';
};

/** Neighbouring rounds must not draw alike, and a round of a seed is the same one whenever it is run. */
export const seedOfRound = (seed: number, number: number): number =>
  (Math.imul(number + 1, 0x9e37_79b1) ^ Math.imul(seed, 0x85eb_ca6b)) >>> 1;

const verdictOf = (rounds: readonly RoundResult[], wanted: number): CampaignResult['verdict'] => {
  if (rounds.some(({ code }) => code !== 0)) return 'BROKEN';
  return rounds.length >= wanted ? 'holds' : 'unfinished';
};

export const begun = (given: Begun): CampaignResult => ({ ...given, rounds: [], verdict: 'unfinished' });

/** The result so far, with more rounds wanted or fewer; its seed stays, because its rounds were drawn from it. */
export const continued = (earlier: CampaignResult, wanted: number): CampaignResult => ({
  ...earlier,
  wanted,
  verdict: verdictOf(earlier.rounds, wanted),
});

/** Of a round that is run again, the last outcome counts. */
export const withRound = (result: CampaignResult, round: RoundResult): CampaignResult => {
  const rounds = [...result.rounds.filter(({ number }) => number !== round.number), round].toSorted(
    (a, b) => a.number - b.number,
  );
  return { ...result, rounds, verdict: verdictOf(rounds, result.wanted) };
};

/** Rounds that are missing, and those that failed: whatever was mended since is asked again. */
export const roundsLeft = ({ wanted, rounds }: CampaignResult): readonly number[] => {
  const good = new Set(rounds.filter(({ code }) => code === 0).map(({ number }) => number));
  return Array.from({ length: wanted }, (_, number) => number).filter((number) => !good.has(number));
};

export const outcomeOf = (lines: readonly string[]): unknown => {
  const last = lines.findLast((line) => line.trim() !== '') ?? '';
  try {
    return JSON.parse(last);
  } catch {
    return last.trim();
  }
};
