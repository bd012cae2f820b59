/**
 * What a feed answers. Lines in, lines out: a verdict for each row as soon as its batch is on disk, and a summary last. An
 * array is answered by one report when it has been read.
 */
import { Readable } from 'node:stream';
import { Refusal } from '../shared/errors.ts';
import { refusalFor } from '../http/error-handler.ts';
import type { FeedCount, Verdict } from './feed-kind.ts';
import type { Fed } from './feed-run.ts';

export type FeedTotals = FeedCount & { readonly rows: readonly Verdict[] };

const MOST_VERDICTS = 10_000;
/** Verdicts that wait while a client sends and does not read yet. */
const WAITING_BYTES = 4_194_304;

export const countVerdicts = (verdicts: readonly Verdict[]): FeedCount => {
  const accepted = verdicts.filter(({ success }) => success).length;
  return { accepted, warned: verdicts.filter(isWarned).length, refused: verdicts.length - accepted };
};
const count = (counted: FeedCount, verdicts: readonly Verdict[]): FeedCount => {
  const { accepted, warned, refused } = countVerdicts(verdicts);
  return {
    accepted: counted.accepted + accepted,
    warned: counted.warned + warned,
    refused: counted.refused + refused,
  };
};
/** Taken, with something to say about it. */
export const isWarned = ({ success, message }: Verdict): boolean => success && message !== '';
const nothing: FeedCount = { accepted: 0, warned: 0, refused: 0 };

/** Verdicts of a report: when there is not room for all, rows about which nothing is to be said are left out first. */
const verdictList = () => {
  const [refused, warned, accepted]: [Verdict[], Verdict[], Verdict[]] = [[], [], []];
  return {
    add: (verdicts: readonly Verdict[]): void => {
      for (const verdict of verdicts) {
        const list = isWarned(verdict) ? warned : verdict.success ? accepted : refused;
        if (list.length < MOST_VERDICTS) list.push(verdict);
      }
    },
    rows: (): readonly Verdict[] =>
      [...refused, ...warned, ...accepted].slice(0, MOST_VERDICTS).toSorted((a, b) => a.line - b.line),
  };
};

/** A feed that ends early says what it had taken until then. */
export const feedReport = async (feed: AsyncIterable<Fed>): Promise<FeedTotals> => {
  let counted = nothing;
  const list = verdictList();
  try {
    for await (const { verdicts } of feed) {
      counted = count(counted, verdicts);
      list.add(verdicts);
    }
  } catch (error) {
    const refusal = refusalFor(error);
    if (refusal === undefined) throw error;
    const body = { ...counted, rows: list.rows() };
    throw new Refusal(refusal.code, { ...refusal.options, message: refusal.message, body });
  }
  return { ...counted, rows: list.rows() };
};

async function* lines(feed: AsyncIterable<Fed>, all: boolean, onEnd: OnEnd): AsyncGenerator<string, void> {
  let counted = nothing;
  let problem: Refusal | undefined;
  try {
    for await (const { verdicts } of feed) {
      counted = count(counted, verdicts);
      const shown = all ? verdicts : verdicts.filter(({ success }) => !success);
      if (shown.length > 0) yield shown.map((verdict) => `${JSON.stringify(verdict)}\n`).join('');
    }
  } catch (error) {
    problem = onEnd.failed(error);
  } finally {
    await onEnd.ended(counted); // also when the client left
  }
  const ending =
    problem === undefined ? { success: true } : { success: false, message: problem.message, error_code: problem.code };
  yield `${JSON.stringify({ summary: true, ...counted, ...ending })}\n`;
}

export type OnEnd = {
  readonly ended: (counted: FeedCount) => Promise<void>;
  /** What to tell about an error that ended the feed. */
  readonly failed: (error: unknown) => Refusal;
};

export const verdictStream = (feed: AsyncIterable<Fed>, all: boolean, onEnd: OnEnd): Readable =>
  Readable.from(lines(feed, all, onEnd), { objectMode: false, highWaterMark: WAITING_BYTES });
