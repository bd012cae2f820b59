/** From where nodes read what may be old, as each of them counts it; a node that is started again begins at nothing. */
import type { NodePlace } from './installation.ts';

const metricsOf = async (node: NodePlace): Promise<string> => {
  try {
    return await (await fetch(`${node.current().url}/metrics`, { signal: AbortSignal.timeout(2000) })).text();
  } catch {
    return '';
  }
};

/** Every node reads from a standby. */
export const readsStandbys = async (nodes: readonly NodePlace[]): Promise<boolean> =>
  (await Promise.all(nodes.map(metricsOf))).every((text) => /^cartwright_replica_used\{[^}]*\} 1$/m.test(text));

const FROM = ['replica', 'primary'] as const;
type From = (typeof FROM)[number];

export const countReads = (nodes: readonly NodePlace[]) => {
  const sums: Record<From, number> = { replica: 0, primary: 0 };
  const known = new Map<string, number>();
  let isLooking = false;
  /** One at a time: a count that comes late would look like that of a node that was started again. */
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    for (const [at, text] of (await Promise.all(nodes.map(metricsOf))).entries()) {
      for (const from of FROM) {
        const found = new RegExp(`^cartwright_replica_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1];
        if (found === undefined) continue;
        const [key, count] = [`${at} ${from}`, Number(found)];
        const before = known.get(key) ?? 0;
        sums[from] += count < before ? count : count - before;
        known.set(key, count);
      }
    }
    isLooking = false;
  };
  return { look, sums };
};
