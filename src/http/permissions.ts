/**
 * What a caller can be allowed to do: `<area>/<resource>/<read|write>`. Pure.
 *
 * A pattern may have `*` for any of the three, and leaving the end out is the same as `*`: `company/products` is
 * `company/products/*`, `company/*` is everything of a company, `*` is everything there is. docs/permissions.md lists them.
 */
import { type FieldProblem, Refusal } from '../shared/errors.ts';

type Action = 'read' | 'write';
export type Resource = { readonly actions: readonly Action[]; readonly opens: string };

const both = ['read', 'write'] as const;
const toReadAndWrite = (opens: string): Resource => ({ actions: both, opens });

export const permissionCatalogue: Readonly<Record<string, Resource>> = {
  'app/customers': toReadAndWrite('Profiles of the shoppers of an application.'),
  'company/analytics': toReadAndWrite('Analytics events, reports and exports.'),
  'company/applications': toReadAndWrite('Sales channels of a company.'),
  'company/audit': { actions: ['read'], opens: 'Who changed what, before and after.' },
  'company/balances': toReadAndWrite('Points, store credit and gift cards of customers.'),
  'company/brands': toReadAndWrite('Brands of the catalogue.'),
  'company/carts': toReadAndWrite('Carts of shoppers, for service staff and other systems.'),
  'company/events': toReadAndWrite('Events as they come in, refused ones, and erasing those of a shopper.'),
  'company/imports': toReadAndWrite('Imports of files; their rows take the permission of their kind besides.'),
  'company/inventory': toReadAndWrite('Stock and prices of articles.'),
  'company/legal': toReadAndWrite('Legal documents of a company.'),
  'company/locations': toReadAndWrite(
    'Stores and warehouses, where they deliver to, and what delivery and taxes come to.',
  ),
  'company/orders': toReadAndWrite('Orders and shipments.'),
  'company/price_rules': toReadAndWrite('Promotions, coupons and price adjustments.'),
  'company/products': toReadAndWrite('Products and articles of the catalogue, with their prices and stock.'),
  'company/properties': toReadAndWrite('Descriptive properties of a company.'),
  'company/settings': toReadAndWrite('Settings of applications, and their tokens.'),
  'company/webhooks': toReadAndWrite('Where events are delivered to.'),
  'installation/nodes': {
    actions: ['read'],
    opens: 'How the nodes of this installation are, for the first organization alone.',
  },
  'installation/organizations': toReadAndWrite('Organizations of this installation, for the first one alone.'),
  'organization/clients': toReadAndWrite('OAuth clients of the organization, their secrets and their audit.'),
  'organization/companies': toReadAndWrite('Companies of the organization.'),
  'organization/operators': toReadAndWrite('The people who run the shop, their roles and invitations.'),
};

/** Every concrete permission, sorted. */
export const permissions: readonly string[] = Object.entries(permissionCatalogue)
  .flatMap(([resource, { actions }]) => actions.map((action) => `${resource}/${action}`))
  .toSorted();

type Pattern = readonly [area: string, resource: string, action: string];

const SEGMENT = /^(\*|[a-z][a-z0-9_]*)$/;

const patternOf = (text: string): Pattern | undefined => {
  const segments = text.split('/');
  if (segments.length > 3 || !segments.every((segment) => SEGMENT.test(segment))) return undefined;
  const [area = '*', resource = '*', action = '*'] = segments;
  return [area, resource, action];
};

/** A `*` that is wanted is given by a `*` only: it stands also for resources that a later release will know. */
const includes = (granted: Pattern, wanted: Pattern): boolean =>
  granted.every((segment, at) => segment === '*' || segment === wanted[at]);

const patternsOf = (texts: readonly string[]): readonly Pattern[] =>
  texts.map(patternOf).filter((pattern) => pattern !== undefined);

/** The concrete permissions that a list of patterns stands for in this release, sorted. */
export const expandPermissions = (patterns: readonly string[]): readonly string[] => {
  const granted = patternsOf(patterns);
  return permissions.filter((permission) => {
    const wanted = patternOf(permission);
    return wanted !== undefined && granted.some((pattern) => includes(pattern, wanted));
  });
};

/** A permission we have, or a pattern that stands for at least one. */
export const isKnownPermission = (pattern: string): boolean => expandPermissions([pattern]).length > 0;

/** Whether everything that `wanted` stands for, now and later, is given by `granted`. */
export const coversPermission = (granted: readonly string[], wanted: string): boolean => {
  const pattern = patternOf(wanted);
  if (pattern === undefined) return false;
  const [area, resource, action] = pattern;
  const given = patternsOf(granted);
  // Actions are a closed list, so that reading and writing together are all of a resource.
  const parts = action === '*' ? both.map((one): Pattern => [area, resource, one]) : [pattern];
  return parts.every((part) => given.some((one) => includes(one, part)));
};

/** The details of permissions in a list that are not fine, by their place. */
const permissionProblems = (
  listed: readonly string[],
  place: string,
  { isFine, message }: { readonly isFine: (permission: string) => boolean; readonly message: string },
): readonly FieldProblem[] =>
  listed.flatMap((permission, at) =>
    isFine(permission) ? [] : [{ field: `${place}[${at}]`, message: `${permission}: ${message}` }],
  );

/** Refuses permissions that there are not. */
export const checkKnown = (wanted: readonly string[], place: string): void => {
  const details = permissionProblems(wanted, place, {
    isFine: isKnownPermission,
    message: 'There is no such permission.',
  });
  if (details.length > 0) throw new Refusal('permission_unknown', { details });
};

/** Whoever could give more than he has would be able to do more than he may. */
export const checkCovered = (wanted: readonly string[], callerPermissions: readonly string[], place: string): void => {
  const details = permissionProblems(wanted, place, {
    isFine: (permission) => coversPermission(callerPermissions, permission),
    message: 'You do not have this permission yourself.',
  });
  if (details.length > 0) throw new Refusal('permission_exceeds_caller', { details });
};

/** The same permissions without those that another one of the list includes. */
export const widestPermissions = (granted: readonly string[]): readonly string[] =>
  granted.filter((one, at) => {
    const isSpare = (other: string, place: number): boolean =>
      place !== at && coversPermission([other], one) && (place < at || !coversPermission([one], other));
    return !granted.some(isSpare);
  });
