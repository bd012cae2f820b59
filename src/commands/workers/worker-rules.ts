/** How many workers a node has, what of the node's limits is each one's, and when one that ended is started again. */
import type { Config } from '../../config.ts';

/** More than a few share one database's time; who has more cores says how many. */
const MOST_BY_ITSELF = 4;

export const workerCount = (
  { workers, databaseUrl }: Pick<Config, 'workers' | 'databaseUrl'>,
  cores: number,
): number => {
  if (workers !== 'auto') return workers;
  return databaseUrl === undefined ? 1 : Math.max(1, Math.min(cores, MOST_BY_ITSELF));
};

const part = (whole: number, workers: number): number => (whole === 0 ? 0 : Math.max(1, Math.floor(whole / workers)));

/** Connections are handed to workers in turn, so that each has about as many; what they wait for and keep is divided too. */
export const shareOf = (config: Config, workers: number): Config => ({
  ...config,
  addressConnections: part(config.addressConnections, workers),
  addressBodyMb: part(config.addressBodyMb, workers),
  bodyMb: part(config.bodyMb, workers),
  maxInFlight: part(config.maxInFlight, workers),
  viewCache: part(config.viewCache, workers),
  databaseConnections: part(config.databaseConnections, workers),
});

const FIRST_MS = 250;
const MOST_MS = 30_000;
/** Who served that long did not fail at the start. */
const STEADY_MS = 60_000;

/** How often a worker ended in a row, this end included: one that served for a while begins anew. */
export const endsInARow = (before: number, servedMs: number): number => (servedMs >= STEADY_MS ? 1 : before + 1);
export const restartDelayMs = (ends: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** (ends - 1));
