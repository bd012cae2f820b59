/** What waits for staff of a company, the oldest first: how the rows of such a list are asked for, whatever they are rows of. */
import type { Read, Value } from '../../db/database.ts';

export type AskedWork<State extends string> = {
  readonly companyId: number;
  readonly state?: State | undefined;
  /** Behind this place. */
  readonly after?: readonly [createdAt: number, id: string] | undefined;
  readonly limit: number;
};

/** The end of a statement whose table is named `r`. */
export const workList = ({ companyId, state, after, limit }: AskedWork<string>): Read => {
  const asked: readonly (readonly [string, readonly Value[]])[] = [
    ['r.company_id = ?', [companyId]],
    ...(state === undefined ? [] : [['r.state = ?', [state]] as const]),
    ...(after === undefined ? [] : [['(r.created_at, r.id) > (?, ?)', after] as const]),
  ];
  const where = asked.map(([condition]) => condition).join(' and ');
  return {
    sql: `where ${where} order by r.created_at, r.id limit ?`,
    params: [...asked.flatMap(([, values]) => values), limit],
  };
};
