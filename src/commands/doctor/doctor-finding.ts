/** What a check of `cartwright doctor` found. */

export type Verdict = 'ok' | 'warn' | 'fail';
export type Finding = {
  readonly what: string;
  readonly verdict: Verdict;
  readonly says: string;
  /** What to do about it. */
  readonly advice?: string;
};
