/** Who an operator is and what he may do. Pure. */
import type { FieldProblem } from '../shared/errors.ts';

/**
 * Permissions by role. An owner may do everything, also what concerns the organization itself; a manager runs the
 * companies; a viewer looks. A new permission that only reads is added to the viewer's list by hand.
 */
const permissions = {
  owner: ['*'],
  manager: ['company/*', 'organization/clients/read'],
  viewer: [
    'company/settings/read',
    'company/audit/read',
    'company/products/read',
    'company/inventory/read',
    'company/locations/read',
  ],
} as const satisfies Record<string, readonly string[]>;

export type Role = keyof typeof permissions;
export const roles = Object.keys(permissions) as readonly Role[];
export const isRole = (text: string): text is Role => Object.hasOwn(permissions, text);

/** A role this release does not know grants nothing. */
export const permissionsOf = (role: string): readonly string[] => (isRole(role) ? permissions[role] : []);

/** One person, one address, however it is typed. */
export const normalEmail = (given: string): string => given.trim().normalize('NFC').toLowerCase();

const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]+$/;
const PASSWORD_LENGTH = { least: 12, most: 256 };

export const emailProblems = (email: string): readonly FieldProblem[] =>
  email.length <= 254 && EMAIL.test(email) ? [] : [{ field: 'email', message: 'Give an e-mail address.' }];

export const passwordProblems = (password: string): readonly FieldProblem[] => {
  const { least, most } = PASSWORD_LENGTH;
  if (password.length >= least && password.length <= most) return [];
  return [{ field: 'password', message: `Choose a password of ${least} to ${most} characters.` }];
};
