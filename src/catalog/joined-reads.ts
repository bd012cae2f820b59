/**
 * Reads of one turn of the event loop, joined into one: what many requests ask for while the loop runs once is one
 * statement. On PostgreSQL that is one way to the server instead of one for each (bench/catalog.ts). Who asks for many asks alone:
 * those who want a few would wait for all of them.
 */
const FEW = 50;

export const joinedReads = <Key, Found>(
  read: (companyId: number, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Found>>,
  most: number,
) => {
  type Turn = { readonly keys: Set<Key>; readonly found: Promise<ReadonlyMap<Key, Found>> };
  const turns = new Map<number, Turn>();

  const begin = (companyId: number): Turn => {
    const keys = new Set<Key>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (turns.get(companyId)?.keys === keys) turns.delete(companyId);
      return read(companyId, [...keys]);
    });
    const turn = { keys, found };
    turns.set(companyId, turn);
    return turn;
  };

  return async (companyId: number, keys: readonly Key[]): Promise<ReadonlyMap<Key, Found>> => {
    if (keys.length === 0) return new Map();
    if (keys.length > FEW) return read(companyId, keys);
    const open = turns.get(companyId);
    const turn = open !== undefined && open.keys.size + keys.length <= most ? open : begin(companyId);
    for (const key of keys) turn.keys.add(key);
    return turn.found;
  };
};
