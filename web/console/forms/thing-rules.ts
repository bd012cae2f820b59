/** What becomes of a thing's number when its name is written. Pure. */
import { type Json, withMember } from './schema-rules.ts';

export type Thing = { readonly uid: number; readonly name: string };

/** A name there is brings its number; another one does not keep the number of the one before. */
export const renamed = (thing: Json, name: string, known: readonly Thing[]): Json => {
  const found = known.find((one) => one.name === name);
  if (found !== undefined) return { ...thing, uid: found.uid, name };
  const wasKnown = known.some((one) => one.uid === thing['uid'] && one.name === thing['name']);
  return withMember({ ...thing, name }, 'uid', wasKnown ? undefined : thing['uid']);
};
