/**
 * Runs modules of merchants, those of each application in a thread of their own, so that one whose modules loop holds up itself and
 * nobody else. There are a few threads: the one that was idle longest makes room, and when all are at work, one of the organization
 * that has most of them, for another that has fewer. The event loop never waits.
 */
import type { Ran } from './module-types.ts';
import { CHECK_MS, type ModuleLane, moduleLane, type Patience, patience, type StoredModule } from './module-lane.ts';

const MOST_THREADS = 8;
/** Applications of which it is known that they rest. */
const MOST_KNOWN = 1_000;

/** Whose a module is. */
export type ModuleOwner = { readonly organizationId: string; readonly applicationId: string };
export type ModuleRunner = {
  readonly run: (owner: ModuleOwner, module: StoredModule, text: string, timeMs: number) => Promise<Ran>;
  /** Null: the engine takes it. */
  readonly check: (owner: ModuleOwner, bytes: Uint8Array, hash: string) => Promise<string | null>;
  readonly close: () => Promise<void>;
};

type Kept = { readonly organizationId: string; readonly lane: ModuleLane };

export const moduleRunner = (): ModuleRunner => {
  /** Whose turn it was last stands last. */
  const lanes = new Map<string, Kept>();
  const patiences = new Map<string, Patience>();

  /** It is not forgotten with the thread: whoever has many applications would else never rest. */
  const patienceWith = (applicationId: string): Patience => {
    const known = patiences.get(applicationId) ?? patience();
    patiences.delete(applicationId);
    patiences.set(applicationId, known);
    const [oldest] = patiences.keys();
    if (patiences.size > MOST_KNOWN && oldest !== undefined) patiences.delete(oldest);
    return known;
  };

  /** Who gives up a thread that is at work. Whoever has most of them does not take one of somebody who has fewer. */
  const mostOf = (organizationId: string): string | undefined => {
    const byOrganization = Map.groupBy(lanes, ([, one]) => one.organizationId);
    const own = byOrganization.get(organizationId)?.length ?? 0;
    const most = [...byOrganization.values()].reduce((longest, all) => (all.length > longest.length ? all : longest));
    return most.length > own + 1 ? most[0]?.[0] : undefined;
  };
  /** When a place is free; undefined: none will be. */
  const placeFor = (organizationId: string): Promise<void> | undefined => {
    if (lanes.size < MOST_THREADS) return Promise.resolve();
    const [idle] = [...lanes].find(([, { lane }]) => lane.isIdle()) ?? [];
    const name = idle ?? mostOf(organizationId);
    const kept = name === undefined ? undefined : lanes.get(name);
    if (name === undefined || kept === undefined) return undefined;
    lanes.delete(name);
    return kept.lane.leave();
  };

  const laneOf = ({ organizationId, applicationId }: ModuleOwner): ModuleLane | undefined => {
    const known = lanes.get(applicationId);
    const free = known === undefined ? placeFor(organizationId) : undefined;
    if (known === undefined && free === undefined) return undefined;
    const lane = known?.lane ?? moduleLane(patienceWith(applicationId), free ?? Promise.resolve());
    lanes.delete(applicationId);
    lanes.set(applicationId, { organizationId, lane });
    return lane;
  };
  const run = async (owner: ModuleOwner, module: StoredModule, text: string | null, ms: number): Promise<Ran> =>
    (await laneOf(owner)?.run(module, text, ms)) ?? { kind: 'late' };

  return {
    run,
    check: async (owner, bytes, hash) => {
      const ran = await run(owner, { hash, load: async () => bytes }, null, CHECK_MS);
      if (ran.kind === 'said') return null;
      return ran.kind === 'late' ? 'The module takes too long to be read.' : `The module cannot run: ${ran.reason}`;
    },
    close: async () => {
      await Promise.all([...lanes.values()].map(({ lane }) => lane.close()));
    },
  };
};
