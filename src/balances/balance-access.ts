/** What the routes of this area have in common: where they are, who may use them, how their pages and records are named. */
import { listPage } from '../applications/cursor.ts';
import type { CursorQuery } from '../contract/cursor-page-contract.ts';
import type { Access } from '../http/caller.ts';

export const balancesPath = '/service/platform/balance/v1.0/company/:company_id/application/:application_id';
export const readAccess: Access = { kind: 'permission', permission: 'company/balances/read' };
export const writeAccess: Access = { kind: 'permission', permission: 'company/balances/write' };
export const balanceTags = ['Balances'];

/** A row after which the next page begins. */
export type Place = { readonly createdAt: number; readonly id: string };

type AgedList<Row, View> = {
  readonly read: (after: Place | undefined, limit: number) => Promise<readonly Row[]>;
  readonly view: (row: Row) => View;
};

/** Lists of this area are in the order in which their rows were made. */
export const pageByAge = <Row extends Place, View>(query: CursorQuery, { read, view }: AgedList<Row, View>) =>
  listPage(query, ['number', 'string'], {
    read: (after, limit) => read(after && { createdAt: after[0], id: after[1] }, limit),
    placeOf: ({ createdAt, id }) => [createdAt, id],
    view,
  });
