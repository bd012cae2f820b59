/** Tells of work that was refused because there was too much of it: once a second, all together, however much it was. */
import type { FastifyBaseLogger } from 'fastify';
import type { ShedReason } from './admission.ts';

export type TellOverload = (why: ShedReason | 'during_work', details?: Readonly<Record<string, unknown>>) => void;

declare module 'fastify' {
  interface FastifyInstance {
    /** A request was refused as `overloaded`: why, and what there is to know about this one. */
    tellOverload: TellOverload;
  }
}

const EVERY_MS = 1000;

export const overloadLog = (log: FastifyBaseLogger, everyMs = EVERY_MS): TellOverload => {
  let refused: Record<string, number> = {};
  let last: Readonly<Record<string, unknown>> = {};
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    log.warn({ ...last, refused }, 'overloaded');
    refused = {};
    last = {};
    timer = undefined;
  };
  return (why, details = last) => {
    refused[why] = (refused[why] ?? 0) + 1;
    last = details;
    timer ??= setTimeout(tell, everyMs).unref();
  };
};
