/** At most fifty different EANs in one request, wherever they stand in it. Pure. */
import { Refusal } from '../../shared/errors.ts';

const MOST_EANS = 50;

/** The different EANs of a request; refuses more than fifty. */
export const distinctEans = (eans: readonly string[]): readonly string[] => {
  const distinct = [...new Set(eans)];
  if (distinct.length > MOST_EANS) throw new Refusal('too_many_eans');
  return distinct;
};
