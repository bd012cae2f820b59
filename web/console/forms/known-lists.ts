/** What fields are chosen from, by name: places of the world, and what the shop has. */
import type { ApplicationView } from '../../../src/contract/applications/application-admin-contract.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { read } from '../call.ts';
import type { Choices } from '../parts/field.tsx';
import { paymentChoices } from '../parts/names.ts';
import { clocks, countries, currencies, months } from '../parts/fields/places.ts';
import { applicationPath, catalogPath, segmentsPath } from '../paths.ts';
import { may, session, shop } from '../session.ts';
import type { Source } from './field-kinds.ts';

export type Known = ReadonlyMap<string, string>;
/** While nobody has answered. */
export const nothingKnown: Known = new Map();

/** Longer lists are typed into, with these at hand. */
export const MOST_LISTED = 100;

type Listed = { readonly items: readonly Readonly<Record<string, unknown>>[] };
const listed = async (
  path: string,
  permission: string,
  name: (row: Readonly<Record<string, unknown>>) => readonly [unknown, unknown],
): Promise<Choices> => {
  if (!may(permission)) return [];
  const { items } = await read<Listed>(path, path === segmentsPath ? {} : { page_size: MOST_LISTED });
  return items.map(name).map(([id, shown]) => [String(id), String(shown)]);
};
const records = (kind: string, permission: string): Promise<Choices> =>
  listed(`${catalogPath}/${kind}`, permission, ({ uid, name }) => [uid, name]);

const places = (areas: unknown): string => (areas === 1 ? 'one place' : `${String(areas)} places`);

const tiers = async (): Promise<Choices> => {
  if (!may('company/settings/read')) return [];
  const { cart } = await read<ApplicationView>(applicationPath);
  return (cart.loyalty?.tiers ?? []).map(({ slug, name }) => [slug, name]);
};
/** Segments and tiers are groups, too. */
const groups = async (): Promise<Choices> => {
  const segments = await listed(segmentsPath, 'app/customers/read', ({ group, name }) => [group, name]);
  return [...segments, ...(await tiers()).map(([slug, name]) => [`tier:${slug}`, `Tier ${name}`] as const)];
};

const sources: Readonly<Record<Source, () => Choices | Promise<Choices>>> = {
  countries,
  currencies,
  clocks,
  months,
  stores: () => records('stores', 'company/locations/read'),
  sellers: () => records('sellers', 'company/products/read'),
  shops: () =>
    session.applications
      .filter(({ company_id }) => company_id === shop.value.company_id)
      .map(({ id, name }) => [id, name]),
  zones: () =>
    listed(`${catalogPath}/zones`, 'company/locations/read', ({ zone, areas }) => [
      zone,
      `Zone ${String(zone)} (${places(areas)})`,
    ]),
  payments: () => paymentChoices,
  // The two with settings of their own are possible by those.
  'other payments': () => paymentChoices.filter(([mode]) => mode !== 'COD' && mode !== 'EMI'),
  groups,
  tiers,
  classes: async () => {
    const rows = await listed(`${catalogPath}/tax-rates`, 'company/locations/read', ({ tax_class: of }) => [of, of]);
    return rows.filter(([name]) => name !== 'null' && name !== 'undefined');
  },
};

/** Whoever may not read a list types what he knows. */
export const useKnown = (source: Source): Known => {
  const { answer } = useAnswer(`${shop.value.id} known ${source}`, async () => {
    try {
      return await sources[source]();
    } catch {
      return [];
    }
  });
  return answer === undefined ? nothingKnown : new Map(answer);
};
