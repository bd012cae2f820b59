/** Brings spans and numbers to a collector by OTLP over HTTP. Nothing waits for it: what it cannot send is dropped and counted. */
import type { Counter } from '../metrics.ts';
import { type Attributes, metricsBody, type Span, tracesBody } from './otlp-body-rules.ts';

export type ExporterOptions = {
  readonly url: URL;
  /** What the collector asks for, a credential for example. */
  readonly headers: Readonly<Record<string, string>>;
  readonly resource: Attributes;
  /** The page of numbers. */
  readonly render: () => string;
  readonly now: () => number;
  readonly dropped: Counter;
  readonly onFailure: (error: unknown) => void;
  readonly onRecovery: (failures: number) => void;
};
export type Exporter = {
  readonly add: (span: Span) => void;
  readonly start: () => void;
  /** What is there still goes out, once. */
  readonly stop: () => Promise<void>;
};

const MOST_SPANS = 4096;
const PORTION = 512;
const SPANS_MS = 1000;
const NUMBERS_MS = 30_000;
const SEND_MS = 5000;

export const otlpExporter = (options: ExporterOptions): Exporter => {
  const { url, headers, resource, render, now, dropped, onFailure, onRecovery } = options;
  const startedMs = now();
  const base = url.href.replace(/\/$/, '');
  let spans: Span[] = [];
  let failures = 0;
  let sending: Promise<void> | undefined;
  const timers: NodeJS.Timeout[] = [];

  const post = async (path: string, body: object): Promise<boolean> => {
    try {
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(SEND_MS),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
      if (failures > 0) onRecovery(failures);
      failures = 0;
      return true;
    } catch (error) {
      failures += 1;
      if (failures === 1) onFailure(error);
      return false;
    }
  };
  const sendSpans = async (): Promise<void> => {
    while (spans.length > 0) {
      const portion = spans.slice(0, PORTION);
      spans = spans.slice(PORTION);
      if (await post('/v1/traces', tracesBody(resource, portion))) continue;
      dropped({ signal: 'spans' }, portion.length);
      return;
    }
  };
  const flush = (): Promise<void> => {
    sending ??= sendSpans().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const sendNumbers = async (): Promise<void> => {
    const sent = await post('/v1/metrics', metricsBody(resource, render(), { startedMs, nowMs: now() }));
    if (!sent) dropped({ signal: 'metrics' });
  };

  return {
    add: (span) => {
      if (spans.length < MOST_SPANS) spans.push(span);
      else dropped({ signal: 'spans' });
    },
    start: () => {
      timers.push(
        setInterval(() => void flush(), SPANS_MS),
        setInterval(() => void sendNumbers(), NUMBERS_MS),
      );
      for (const timer of timers) timer.unref();
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await sending;
      await Promise.all([flush(), sendNumbers()]);
    },
  };
};
