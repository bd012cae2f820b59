/**
 * What is held in memory for somebody who sends or reads slowly: so much under each name, and beyond it what was held longest goes.
 * Who is quick is gone before it is his turn, so of honest and slow callers under one name the slow ones make room.
 */
import { addressKey, networkKey } from './address-key.ts';

/** Whose it is, and how much he may have. */
export type Bound = { readonly of: string; readonly most: number };
export type Most = { readonly ofAddress: number; readonly ofAll: number };
/** A /48 of IPv6 has as much as so many addresses, as of connections. */
const NETWORK = 2;
export const EVERYBODY = 'everybody';

/** What one address may have, its network, and all of them together. */
export const boundsOf = (ip: string, { ofAddress, ofAll }: Most): readonly Bound[] => {
  const network = networkKey(ip);
  return [
    { of: addressKey(ip), most: ofAddress },
    ...(network === undefined ? [] : [{ of: network, most: NETWORK * ofAddress }]),
    { of: EVERYBODY, most: ofAll },
  ];
};

export type Holding = {
  /** So many bytes more of it are held. */
  readonly grow: (bytes: number) => void;
  readonly leave: () => void;
};
type Held = { bytes: number; readonly bounds: readonly Bound[]; readonly drop: (bound: Bound) => void };
type Own = { bytes: number; readonly held: Set<Held> };

export type HeldBytes = {
  /** Under every one of these names; `drop` is told which of them has too much. */
  readonly hold: (bounds: readonly Bound[], drop: (bound: Bound) => void) => Holding;
  readonly bytesOf: (of: string) => number;
};

export const heldBytes = (): HeldBytes => {
  const owners = new Map<string, Own>();
  const leave = (held: Held): void => {
    for (const { of } of held.bounds) {
      const own = owners.get(of);
      if (own?.held.delete(held) !== true) continue;
      own.bytes -= held.bytes;
      if (own.held.size === 0) owners.delete(of);
    }
  };
  /** Not the one that grows: alone it is as large as its sender may make it. */
  const makeRoom = (bound: Bound, own: Own, growing: Held): void => {
    for (const longest of own.held) {
      if (own.bytes <= bound.most) return;
      if (longest === growing) continue;
      leave(longest);
      longest.drop(bound);
    }
  };
  return {
    hold: (bounds, drop) => {
      const held: Held = { bytes: 0, bounds, drop };
      for (const { of } of bounds) {
        const own = owners.get(of) ?? { bytes: 0, held: new Set() };
        own.held.add(held);
        owners.set(of, own);
      }
      return {
        grow: (bytes) => {
          held.bytes += bytes;
          for (const bound of bounds) {
            const own = owners.get(bound.of);
            if (own?.held.has(held) !== true) continue;
            own.bytes += bytes;
            makeRoom(bound, own, held);
          }
        },
        leave: () => leave(held),
      };
    },
    bytesOf: (of) => owners.get(of)?.bytes ?? 0,
  };
};
