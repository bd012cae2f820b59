/**
 * Runs modules of merchants, those of each application in a thread of their own, so that one whose modules loop holds up itself and
 * nobody else. There are a few threads: the one that was idle longest makes room. The event loop never waits.
 */
import { CHECK_MS, type ModuleLane, moduleLane, type StoredModule } from './module-lane.ts';
import type { Ran } from './module-types.ts';

const MOST_THREADS = 8;

export type ModuleRunner = {
  /** `applicationId`: whose it is. */
  readonly run: (applicationId: string, module: StoredModule, text: string, timeMs: number) => Promise<Ran>;
  /** Null: the engine takes it. */
  readonly check: (applicationId: string, bytes: Uint8Array, hash: string) => Promise<string | null>;
  readonly close: () => Promise<void>;
};

export const moduleRunner = (): ModuleRunner => {
  const lanes = new Map<string, ModuleLane>();

  /** Whose turn it was last stands last; undefined: all are at work. */
  const laneOf = (applicationId: string): ModuleLane | undefined => {
    const known = lanes.get(applicationId);
    if (known === undefined && lanes.size >= MOST_THREADS) {
      const [idle, lane] = [...lanes].find(([, one]) => one.isIdle()) ?? [];
      if (idle === undefined) return undefined;
      lanes.delete(idle);
      void lane?.close();
    }
    const lane = known ?? moduleLane();
    lanes.delete(applicationId);
    lanes.set(applicationId, lane);
    return lane;
  };
  const run = async (applicationId: string, module: StoredModule, text: string | null, ms: number): Promise<Ran> =>
    (await laneOf(applicationId)?.run(module, text, ms)) ?? { kind: 'late' };

  return {
    run,
    check: async (applicationId, bytes, hash) => {
      const ran = await run(applicationId, { hash, load: async () => bytes }, null, CHECK_MS);
      if (ran.kind === 'said') return null;
      return ran.kind === 'late' ? 'The module takes too long to be read.' : `The module cannot run: ${ran.reason}`;
    },
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.close()));
    },
  };
};
