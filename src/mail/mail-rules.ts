/** What follows an attempt to send a letter. Pure. */
import type { MailVerdict, TakenMail } from './mail-store.ts';

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 4 * 3_600_000;
const LONGEST_MS = 48 * 3_600_000;

/** As SMTP servers say it: 4xx is "later", 5xx is "never". No code: nobody was reached. */
export type MailProblem = { readonly code: number | null; readonly sentence: string };

const MOST_SENTENCE = 300;

/** What a mail server said, without the person it was said of: servers like to repeat whom they do not know. */
export const unnamedSentence = (sentence: string, to: string): string => {
  const local = to.slice(0, to.lastIndexOf('@')).toLowerCase();
  const names = (word: string): boolean => word.includes('@') || (local !== '' && word.toLowerCase().includes(local));
  return sentence
    .split(' ')
    .map((word) => (names(word) ? '[address]' : word))
    .join(' ');
};

export const afterProblem = (
  { attempts, created_at }: Pick<TakenMail, 'attempts' | 'created_at'>,
  { code, sentence }: MailProblem,
  now: number,
  chance: number,
): MailVerdict => {
  const problem = sentence.slice(0, MOST_SENTENCE);
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), LONGEST_PAUSE_MS) * (0.5 + chance / 2);
  const isNever = code !== null && code >= 500 && code < 600;
  if (isNever || now + pause - created_at > LONGEST_MS) return { state: 'failed', problem };
  return { state: 'waiting', dueAt: Math.round(now + pause), problem };
};
