/** JSON Merge Patch (RFC 7396): fields that are left out stay, objects are merged, lists are replaced, null takes away. Pure. */
import { ownEntry } from '../../shared/own-entry.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const mergePatch = (kept: unknown, change: unknown): unknown => {
  if (!isObject(change)) return change;
  const before = isObject(kept) ? kept : {};
  const stays = Object.entries(before).filter(([name]) => !Object.hasOwn(change, name));
  const comes = Object.entries(change)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, mergePatch(ownEntry(before, name), value)] as const);
  return Object.fromEntries([...stays, ...comes]);
};
