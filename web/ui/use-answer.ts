/**
 * What a server answers, while it is asked and after. The last answers are remembered, so that going back shows the page at
 * once; it is asked for again behind that.
 */
import { useEffect, useState } from 'preact/hooks';

const MOST_REMEMBERED = 60;
const remembered = new Map<string, unknown>();
const remember = (key: string, answer: unknown): void => {
  remembered.delete(key);
  remembered.set(key, answer);
  const [oldest] = remembered.keys();
  if (remembered.size > MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
};

/** Answers that came with the page: each is as good as asked for, once. */
const given = new Set<string>();
export const giveAnswers = (answers: Readonly<Record<string, unknown>>): void => {
  given.clear();
  for (const [key, answer] of Object.entries(answers)) {
    remember(key, answer);
    given.add(key);
  }
};

/** For whoever comes next: what was answered to the one before is nobody else's. */
export const forgetAnswers = (): void => remembered.clear();

type Known<T> = { readonly key: string; readonly answer?: T; readonly problem?: unknown };
export type Asked<T> = {
  /** The answer, or while the next one is awaited the one before. */
  readonly answer: T | undefined;
  readonly problem: unknown;
  readonly isStale: boolean;
  readonly again: () => void;
};

export const useAnswer = <T>(key: string, ask: () => Promise<T>): Asked<T> => {
  const [known, setKnown] = useState<Known<T>>({ key: '' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isWanted = true;
    if (given.delete(key)) {
      setKnown({ key, answer: remembered.get(key) as T });
      return undefined;
    }
    const learn = async (): Promise<void> => {
      try {
        const answer = await ask();
        remember(key, answer);
        if (isWanted) setKnown({ key, answer });
      } catch (problem) {
        if (isWanted) setKnown({ key, problem });
      }
    };
    void learn();
    return () => {
      isWanted = false;
    };
  }, [key, attempt]);
  const isCurrent = known.key === key;
  const early = remembered.get(key) as T | undefined;
  return {
    answer: isCurrent ? known.answer : (early ?? known.answer),
    problem: isCurrent ? known.problem : undefined,
    isStale: !isCurrent && early === undefined,
    // What is shown stays until the next answer is there, also when this is called by what was drawn earlier.
    again: () => {
      setKnown(({ answer }) => (answer === undefined ? { key: '' } : { key: '', answer }));
      setAttempt((times) => times + 1);
    },
  };
};
