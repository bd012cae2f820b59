/**
 * When an answer that many ask for is overtaken, one of them makes it anew and the others wait for that one. A listing that all
 * who look at a shop are given would otherwise be made by each of them, at the very moment when there is most to do.
 */
import type { ServerResponse } from 'node:http';

/** Who comes after so many makes it himself. */
const MOST_WAITING = 1_000;

export type OneMaker = {
  /** This one makes it: others may wait until it is done, or given up. */
  readonly begins: (question: string, response: ServerResponse) => void;
  /** Whether somebody makes it; then `again` is called when he is done. */
  readonly waits: (question: string, again: () => void) => boolean;
  readonly ends: (question: () => string) => void;
};

export const oneMaker = (): OneMaker => {
  const making = new Map<string, (() => void)[]>();
  const end = (question: string): void => {
    const waiting = making.get(question);
    if (waiting === undefined) return;
    making.delete(question);
    for (const again of waiting) again();
  };
  return {
    begins: (question, response) => {
      if (making.has(question)) return;
      making.set(question, []);
      response.once('close', () => end(question));
    },
    waits: (question, again) => {
      const waiting = making.get(question);
      if (waiting === undefined || waiting.length >= MOST_WAITING) return false;
      waiting.push(again);
      return true;
    },
    ends: (question) => {
      if (making.size > 0) end(question());
    },
  };
};
