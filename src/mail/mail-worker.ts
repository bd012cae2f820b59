/** Sends letters while a node serves. The mail server may be away: they wait, and nothing else does. */
import { randomUUID } from 'node:crypto';
import type { Node } from '../applications/node.ts';
import { guardFailed } from '../db/database.ts';
import { startable, type WorkerTools } from '../db/keep-working.ts';
import { readSealed } from '../db/sealing/sealed-values.ts';
import type { Metrics } from '../http/watch/metrics.ts';
import { afterProblem, type MailProblem, unnamedSentence } from './mail-rules.ts';
import { LETTER, type Letter, mailOwner } from './mail-statements.ts';
import { countMail, finishMail, holdMail, type MailVerdict, type TakenMail, takeMail } from './mail-store.ts';

/** Resolves when the mail server has taken it. */
export type SendLetter = (letter: Letter) => Promise<void>;
export type MailWorkerOptions = WorkerTools & {
  readonly node: Pick<Node, 'db' | 'keyring' | 'now'>;
  readonly metrics: Metrics;
  readonly send: SendLetter;
};

const MOST = 20;
/** For how long a letter is ours: longer than one can take, and taken anew for each, so that those behind a slow one stay ours. */
const LEASE_MS = 120_000;
const EVERY_MS = 2_000;
const MOST_PAUSE_MS = 30_000;
const MOST_COUNTED = 100_000;

const problemOf = (error: unknown, { to }: Letter): MailProblem => ({
  code:
    typeof (error as { responseCode?: unknown }).responseCode === 'number'
      ? (error as { responseCode: number }).responseCode
      : null,
  sentence: unnamedSentence(error instanceof Error ? error.message : String(error), to),
});

/** How many were taken. */
export const sendDue = async ({
  node,
  metrics,
  send,
  chance,
}: Omit<MailWorkerOptions, 'onFailure'>): Promise<number> => {
  const { db, keyring, now } = node;
  const count = metrics.counter('cartwright_mails_total', 'Letters, by what became of them.');
  const claim = randomUUID();
  const taken = await takeMail(db, MOST, { now: now(), leaseEnd: now() + LEASE_MS, claim });
  const verdictOf = async (mail: TakenMail): Promise<MailVerdict> => {
    const sealed = await readSealed(db, keyring, mailOwner(mail.id), LETTER);
    if (sealed === undefined) return { state: 'failed', problem: 'what it said is no more' };
    const letter = JSON.parse(sealed) as Letter;
    try {
      await send(letter);
      return { state: 'sent' };
    } catch (error) {
      return afterProblem(mail, problemOf(error, letter), now(), chance());
    }
  };
  for (const mail of taken) {
    // Whoever came late, because those before took long, may find that another node has sent it.
    const [held] = await db.commit([holdMail(mail.id, claim, now() + LEASE_MS)]);
    if (held?.changes !== 1) continue;
    const verdict = await verdictOf(mail);
    count({ outcome: verdict.state });
    await db.commit(finishMail(mail.id, claim, verdict, now())).catch((error: unknown) => {
      if (!guardFailed(error, 'mail_claim')) throw error;
    });
  }
  return taken.length;
};

export const mailWorker = (options: MailWorkerOptions) => {
  const { node, metrics, chance, onFailure, onRecovery } = options;
  let waiting = 0;
  metrics.gauge('cartwright_mails_waiting', 'Letters that wait to be sent.', () => waiting);
  const step = async (): Promise<number> => {
    const sent = await sendDue(options);
    waiting = await countMail(node.db, 'waiting', MOST_COUNTED);
    return sent;
  };
  return startable({ step, everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, chance, onFailure, onRecovery });
};
