/** Permissions as people give them: what somebody sees, and what he changes. Pure. */
type Action = 'read' | 'write';

const names: ReadonlyMap<string, string> = new Map([
  ['company/applications', 'Shops'],
  ['company/balances', 'Points, credit and gift cards'],
  ['company/imports', 'Imports of files'],
  ['company/inventory', 'Stock and prices'],
  ['company/legal', 'Legal documents'],
  ['company/locations', 'Stores, delivery and taxes'],
  ['company/price_rules', 'Offers'],
  ['company/products', 'Products, prices and stock'],
  ['company/properties', 'Details of the company'],
  ['installation/nodes', 'Nodes'],
  ['installation/organizations', 'Organizations'],
  ['organization/clients', 'Programs that connect'],
  ['organization/operators', 'People and roles'],
]);
const plain = (resource: string): string => resource.slice(resource.indexOf('/') + 1).replaceAll('_', ' ');
/** `company/price_rules` is “Offers”. */
export const resourceName = (resource: string): string => {
  const word = plain(resource);
  return names.get(resource) ?? `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
};

/** What leaves its end out, or has `*` there, stands for all of it. */
const stands = (pattern: string, permission: string): boolean => {
  const wanted = permission.split('/');
  const given = pattern.split('/');
  return wanted.every((part, place) => [part, '*', undefined].includes(given[place]));
};
export const isGranted = (chosen: readonly string[], permission: string): boolean =>
  chosen.some((pattern) => stands(pattern, permission));

/** The same with or without one; a pattern that stood for it is written out, as far as it is known here. */
export const withGranted = (
  chosen: readonly string[],
  permission: string,
  on: boolean,
  known: readonly string[],
): readonly string[] => {
  if (on) return isGranted(chosen, permission) ? chosen : [...chosen, permission];
  const wide = chosen.filter((pattern) => stands(pattern, permission));
  const rest = known.filter((one) => one !== permission && isGranted(wide, one));
  return [...new Set([...chosen.filter((pattern) => !wide.includes(pattern)), ...rest])];
};

export type PermissionRow = {
  readonly name: string;
  readonly read: string | undefined;
  readonly write: string | undefined;
};
/** One row for each thing, by its name. */
export const permissionRows = (known: readonly string[]): readonly PermissionRow[] => {
  const resources = [...new Set(known.map((permission) => permission.replace(/\/\w+$/, '')))];
  const of = (resource: string, action: Action): string | undefined =>
    known.find((permission) => permission === `${resource}/${action}`);
  return resources
    .map((resource) => ({ name: resourceName(resource), read: of(resource, 'read'), write: of(resource, 'write') }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
};
