/**
 * What a write would do, with nothing of it done: a call with `Prefer: dry-run` is decided and answered like any other, and its
 * batch is dropped where every batch goes, at the commit. What must count even so says it itself: who guesses codes is counted,
 * and who of the shop looked at a cart is written down.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database, Result } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether a call of it can be tried: openapi.json names the header. */
    canBeTried?: true;
  }
}

/** Whether what runs now is only tried. */
const trying = new AsyncLocalStorage<true>();

const PREFERENCE = 'dry-run';

/** By its name: a value or parameters, which RFC 7240 lets it have, take nothing back. */
const namesDryRun = (preference: string): boolean =>
  preference.split(/[;=]/, 1).some((name) => name.trim().toLowerCase() === PREFERENCE);

export const prefersDryRun = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  [headers['prefer'] ?? []].flat().some((said) => said.split(',').some(namesDryRun));

export const isOnlyTried = (): boolean => trying.getStore() === true;

/** Stored although the call is only tried. */
export const inEarnest = <T>(run: () => Promise<T>): Promise<T> => trying.exit(run);

const untouched: Result = { changes: 0, rows: [] };

/** The database as routes see it that can be tried. */
export const triable = (db: Database): Database => ({
  ...db,
  commit: async (batch) => {
    if (trying.getStore() === undefined) return db.commit(batch);
    const counted = batch.filter(({ evenTried }) => evenTried === true);
    if (counted.length > 0) await db.commit(counted);
    return batch.map(() => untouched);
  },
});

const isRead = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Elsewhere the wish cannot be met, and what was only to be tried must not be done. */
export const installUntriable = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { url, config } = request.routeOptions;
    const isMet = isRead.has(request.method) || url === undefined || config.canBeTried === true;
    done(isMet || !prefersDryRun(request) ? undefined : new Refusal('dry_run_unsupported'));
  });
};

/** For the routes of this plugin that `canBeTried` names; the answer says whether the wish was met. */
export const letTry = (app: FastifyInstance, canBeTried: (path: string) => boolean): void => {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().every((method) => isRead.has(method)) || !canBeTried(route.url)) return;
    route.config = { ...route.config, canBeTried: true };
  });
  app.addHook('preHandler', (request, reply, done) => {
    const { url = '' } = request.routeOptions;
    if (isRead.has(request.method) || !prefersDryRun(request) || !canBeTried(url)) return done();
    void reply.header('preference-applied', PREFERENCE);
    return trying.run(true, done);
  });
};
