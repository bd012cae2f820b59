/**
 * What witnesses that many share said when they were last asked. Where the database knows which tables were written since,
 * one of thousands that doubt the same row has it looked up, and the others are told.
 */
import type { TableChanges, Value } from './database.ts';
import { isTimed, type KeyedRead, keyRead, tablesRead, type Witness } from './witness.ts';

type Told = { readonly said: string | undefined; readonly stamp: number };

/** Before all of it is forgotten: of a catalogue that is in many carts, and what applications read. */
const MOST_TOLD = 50_000;

const isShared = (witness: Witness): boolean =>
  witness.kind === 'read' ? !isTimed(witness) : witness.of.isShared === true;

export type WitnessMemory = {
  /** What it would say now; undefined when that has to be looked up. */
  readonly now: (witness: Witness) => Told | undefined;
  /** It said so in a look that began at this count. */
  readonly told: (witness: Witness, said: string | undefined, stamp: number) => void;
};

export const witnessMemory = (changes: TableChanges): WitnessMemory => {
  const reads = new Map<string, Told>();
  const keyed = new Map<KeyedRead, Map<Value, Map<Value, Told>>>();
  let size = 0;
  const keysOf = (of: KeyedRead, scope: Value): Map<Value, Told> => {
    const scopes = keyed.get(of) ?? new Map<Value, Map<Value, Told>>();
    keyed.set(of, scopes);
    const keys = scopes.get(scope) ?? new Map<Value, Told>();
    scopes.set(scope, keys);
    return keys;
  };
  const put = <Key>(into: Map<Key, Told>, key: Key, told: Told): void => {
    if (!into.has(key)) size += 1;
    into.set(key, told);
  };

  return {
    now: (witness) => {
      const known =
        witness.kind === 'read' ? reads.get(witness.name) : keyed.get(witness.of)?.get(witness.scope)?.get(witness.key);
      return known === undefined || changes.touched(tablesRead(witness), known.stamp, keyRead(witness))
        ? undefined
        : known;
    },
    told: (witness, said, stamp) => {
      if (!isShared(witness)) return;
      if (size >= MOST_TOLD) {
        reads.clear();
        keyed.clear();
        size = 0;
      }
      if (witness.kind === 'read') put(reads, witness.name, { said, stamp });
      else put(keysOf(witness.of, witness.scope), witness.key, { said, stamp });
    },
  };
};
