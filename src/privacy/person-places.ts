/** Where rows of one person can lie: each table of the list by each of its ways, and for many values some of them at a time. Pure. */
import type { Value } from '../db/database.ts';
import { chunked, marks, type Person, signsOf } from './find-person.ts';
import { personalData } from './personal-data.ts';
import { columnsOf, type PersonalTable, type Way } from './personal-table.ts';

/** One table by one way, and for ways with many values some of them. */
export type Place = Readonly<{ name: string; table: PersonalTable; where: string; params: readonly Value[] }> & {
  /** Whether every row here is about the person, or each has to be looked at. */
  readonly isHis: boolean;
};
export const inApplication = (table: PersonalTable, { applicationId }: Person): readonly [string, readonly Value[]] =>
  columnsOf(table).has('application_id') ? ['application_id = ? and ', [applicationId]] : ['', []];

const ownersOf = ({ userIds, guestIds }: Person): readonly (readonly [string, string])[] => [
  ...userIds.map((id) => ['customer', id] as const),
  ...guestIds.map((id) => ['anonymous', id] as const),
];

type Rows = { readonly where: string; readonly params: readonly Value[]; readonly isHis: boolean };

const rowsBy = (way: Way, person: Person): readonly Rows[] => {
  const isHis = true;
  if (way.by === 'owner') {
    return ownersOf(person).map((params) => ({ where: 'owner_kind = ? and owner_id = ?', params, isHis }));
  }
  if (way.by === 'sign') {
    const { column, sign, and = '1 = 1' } = way;
    return chunked(signsOf(person)[sign]).map((params) => ({
      where: `${column} in (${marks(params.length)}) and ${and}`,
      params,
      isHis,
    }));
  }
  if (way.by === 'parent') return [];
  return way.of === 'organization_id'
    ? [{ where: 'organization_id = ?', params: [person.organizationId], isHis: false }]
    : [{ where: '1 = 1', params: [], isHis: false }];
};

/** In the order of the list. */
export const placesOf = (person: Person, part: 'all' | 'events'): readonly Place[] =>
  [...personalData].flatMap(([name, table]) =>
    part === 'all' || table.events === true
      ? (table.ways ?? [])
          .flatMap((way) => rowsBy(way, person))
          .map(({ where, params, isHis }): Place => {
            const [scope, scoped] = inApplication(table, person);
            return { name, table, isHis, where: `${scope}${where}`, params: [...scoped, ...params] };
          })
      : [],
  );
