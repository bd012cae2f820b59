/** Who an operator is and what he may do. Pure. */
import type { FieldProblem } from '../shared/errors.ts';
import { normalForm } from '../shared/texts/normal-form.ts';

/**
 * The roles that every organization has; it may add its own. A new permission that only reads is added to the viewer's list by
 * hand.
 */
export const builtInRoles = {
  owner: { description: 'Everything, also what concerns the organization itself.', permissions: ['*'] },
  manager: {
    description: 'Runs the companies; sees who else is here.',
    permissions: [
      'app/*',
      'company/*',
      'organization/clients/read',
      'organization/companies/read',
      'organization/operators/read',
    ],
  },
  support: {
    description: 'Helps shoppers: their carts, orders, balances and profiles.',
    permissions: [
      'app/customers/*',
      'company/balances/*',
      'company/carts/*',
      'company/inventory/read',
      'company/locations/read',
      'company/orders/*',
      'company/price_rules/read',
      'company/products/read',
      'company/settings/read',
    ],
  },
  analyst: {
    description: 'Reads reports, events, orders and offers.',
    permissions: [
      'company/analytics/*',
      'company/events/read',
      'company/orders/read',
      'company/price_rules/read',
      'company/products/read',
      'company/settings/read',
    ],
  },
  developer: {
    description: 'Connects other systems: settings, tokens, clients, webhooks, events.',
    permissions: [
      'company/applications/*',
      'company/audit/read',
      'company/events/*',
      'company/settings/*',
      'company/webhooks/*',
      'organization/clients/*',
      'organization/companies/read',
    ],
  },
  viewer: {
    description: 'Looks at the catalogue, stores, settings and the audit.',
    permissions: [
      'company/audit/read',
      'company/imports/read',
      'company/inventory/read',
      'company/locations/read',
      'company/products/read',
      'company/settings/read',
    ],
  },
} as const satisfies Record<string, { readonly description: string; readonly permissions: readonly string[] }>;

export type Role = keyof typeof builtInRoles;
export const roles = Object.keys(builtInRoles) as readonly Role[];
export const isRole = (text: string): text is Role => Object.hasOwn(builtInRoles, text);

/** What an organization keeps of a role of its own. */
export type RoleDocument = { readonly description: string; readonly permissions: readonly string[] };

/** `kept` is the stored document of the organization's own role with this name. A role nobody knows grants nothing. */
export const permissionsOf = (role: string, kept: string | null = null): readonly string[] => {
  if (isRole(role)) return builtInRoles[role].permissions;
  return kept === null ? [] : (JSON.parse(kept) as RoleDocument).permissions;
};

/** One person, one address, however it is typed. */
export const normalEmail = (given: string): string => normalForm(given.trim(), 'NFC').toLowerCase();

const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]+$/;
const PASSWORD_LENGTH = { least: 12, most: 256 };

export const emailProblems = (email: string): readonly FieldProblem[] =>
  email.length <= 254 && EMAIL.test(email) ? [] : [{ field: 'email', message: 'Give an e-mail address.' }];

export const passwordProblems = (password: string): readonly FieldProblem[] => {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length >= least && password.length <= most) return [];
  return [{ field: 'password', message: `Choose a password of ${least} to ${most} characters.` }];
};
