/** What the admin routes of this area have in common: where they are, who may use them, and how a write is asked for. */
import type { Access } from '../../http/caller.ts';
import { readTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

export const offersPath = '/service/platform/cart/v1.0/company/:company_id/application/:application_id';
export const readRules: Access = { kind: 'permission', permission: 'company/price_rules/read' };
export const writeRules: Access = { kind: 'permission', permission: 'company/price_rules/write' };
export const readSettings: Access = { kind: 'permission', permission: 'company/settings/read' };
export const writeSettings: Access = { kind: 'permission', permission: 'company/settings/write' };
export const offerTags = ['Offers'];
/** An offer may list thousands of items. */
export const offerBodyLimit = 1_048_576;

/** A time in a query; refuses what cannot be read. */
export const queryTime = (field: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = readTime(text);
  if (!Number.isNaN(at)) return at;
  throw new Refusal('body_invalid', { details: [{ field, message: 'Write a time such as 2026-11-15T18:00:00Z.' }] });
};
