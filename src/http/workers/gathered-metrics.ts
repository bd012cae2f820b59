/** /metrics of a node is that of all its workers, whichever of them is asked: every number says whose it is. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Metrics } from '../watch/metrics.ts';
import { labelledMetrics, type WorkerMetrics } from './labelled-metrics-rules.ts';
import type { Peers } from './peers.ts';

const ASKED = 'metrics asked for';
const GIVEN = 'metrics';
/** A worker that does not answer by then is left out. */
const ANSWER_MS = 1000;

type Asked = { readonly question: number };
type Given = Asked & { readonly of: number; readonly text: string };
type Waiting = { readonly others: WorkerMetrics[]; readonly complete: () => void };

export const gatheredMetrics = (peers: Peers | undefined, { render }: Metrics): (() => Promise<string>) => {
  if (peers === undefined) return async () => render();
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  peers.hear(ASKED, (message, from) => {
    const { question } = message as Asked;
    peers.tell(GIVEN, { question, of: from, text: render() } satisfies Given);
  });
  peers.hear(GIVEN, (message, from) => {
    const { question, of, text } = message as Given;
    if (of !== peers.number) return;
    const { others, complete } = waiting.get(question) ?? {};
    others?.push({ worker: from, text });
    if (others?.length === peers.state().serving - 1) complete?.();
  });

  return async () => {
    const question = (asked += 1);
    const others: WorkerMetrics[] = [];
    const late = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(question, { others, complete: resolve });
    peers.tell(ASKED, { question } satisfies Asked);
    if (peers.state().serving <= 1) resolve();
    await Promise.race([promise, wait(ANSWER_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    waiting.delete(question);
    return labelledMetrics([{ worker: peers.number, text: render() }, ...others], peers.state());
  };
};
