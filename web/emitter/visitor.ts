/**
 * Who is browsing, as events name him, and what the emitter knows on his account. The ids are its own and open nothing. A
 * visitor is there from consent to its withdrawal, in every tab; without one, nothing is kept and nothing is sent.
 */
import type { CollectorConfig } from '../../src/contract/events/event-collector-contract.ts';
import { kept } from './kept.ts';
import { SESSION_IDLE_MS } from './limits.ts';
import { campaignOf } from './page-address.ts';
import { uuid } from './uuid.ts';

export type Visitor = {
  readonly anonymous_id: string;
  readonly user_id: string | null;
  readonly session_id: string;
  readonly seen_at: number;
  /** What brought him here, from the address the session began at. */
  readonly campaign: Readonly<Record<string, string>>;
  /** Events that had to be given up and were not reported yet. */
  readonly dropped: number;
  readonly collector?: CollectorConfig;
  /** Of the products he was shown last: what he had searched for, and where each stood. */
  readonly query?: string;
  readonly places: Readonly<Record<number, string>>;
};

export type KeptVisitor = {
  readonly get: () => Visitor | null;
  readonly update: (change: Partial<Visitor>) => void;
  /** The visitor at this moment; after half an hour without an event it is another session. */
  readonly seen: () => Visitor | null;
  readonly begin: () => void;
  /** From now on it is somebody else, whom nobody knows yet. */
  readonly leave: () => void;
  readonly forget: () => void;
};

export const keptVisitor = (name: string): KeptVisitor => {
  const { get, set } = kept<Visitor>(name);
  const session = () => ({ session_id: uuid(), seen_at: Date.now(), campaign: campaignOf(location.search) });
  const stranger = () => ({ anonymous_id: uuid(), user_id: null, ...session() });
  const update = (change: Partial<Visitor>): void => {
    const known = get();
    if (known) set({ ...known, ...change });
  };
  return {
    get,
    update,
    seen: () => {
      const now = Date.now();
      update(now - (get()?.seen_at ?? now) > SESSION_IDLE_MS ? session() : { seen_at: now });
      return get();
    },
    begin: () => set(get() ?? { ...stranger(), dropped: 0, places: {} }),
    leave: () => update(stranger()),
    forget: () => set(null),
  };
};
