/** What the routes of this area have in common: where they are, who may use them, how their pages and records are named. */
import { readCursor } from '../applications/cursor.ts';
import type { Access } from '../http/caller.ts';

export const balancesPath = '/service/platform/balance/v1.0/company/:company_id/application/:application_id';
export const readAccess: Access = { kind: 'permission', permission: 'company/balances/read' };
export const writeAccess: Access = { kind: 'permission', permission: 'company/balances/write' };
export const balanceTags = ['Balances'];

/** A row after which the next page begins. */
export type Place = { readonly createdAt: number; readonly id: string };

export const placeAfter = (pageId: string | undefined): Place | undefined => {
  const [createdAt, id] = readCursor<[number, string]>(pageId, ['number', 'string']) ?? [];
  return createdAt === undefined || id === undefined ? undefined : { createdAt, id };
};
