/** Where rows of one person can lie: each table of the list by each of its ways, and for many values some of them at a time. Pure. */
import type { Value } from '../db/database.ts';
import { chunked, marks, type Person, signsOf } from './find-person.ts';
import { personalData } from './personal-data.ts';
import { columnsOf, type PersonalTable, type Way } from './personal-table.ts';

/** One table by one way, and for ways with many values some of them. */
export type Place = Readonly<{ name: string; table: PersonalTable; where: string; params: readonly Value[] }> & {
  /** Whether every row here is about the person, or each has to be looked at. */
  readonly isHis: boolean;
  /** What belongs to a row stays as it is, whatever becomes of the row. */
  readonly isAlone: boolean;
};
export const inApplication = (table: PersonalTable, { applicationId }: Person): readonly [string, readonly Value[]] =>
  columnsOf(table).has('application_id') ? ['application_id = ? and ', [applicationId]] : ['', []];

const ownersOf = ({ userIds, guestIds }: Person): readonly (readonly string[])[] => [
  ...chunked(userIds).map((ids) => ['customer', ...ids]),
  ...chunked(guestIds).map((ids) => ['anonymous', ...ids]),
];

type Rows = { readonly where: string; readonly params: readonly Value[]; readonly isHis: boolean };

const rowsBy = (way: Way, person: Person): readonly Rows[] => {
  const isHis = true;
  if (way.by === 'owner') {
    return ownersOf(person).map((params) => ({
      where: `owner_kind = ? and owner_id in (${marks(params.length - 1)})`,
      params,
      isHis,
    }));
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

type Listed = readonly [name: string, table: PersonalTable];

const placesBy = (person: Person, [name, table]: Listed, ways: readonly Way[] = []): readonly Place[] =>
  ways
    .flatMap((way) => rowsBy(way, person))
    .map(({ where, params, isHis }) => {
      const [scope, scoped] = inApplication(table, person);
      const isAlone = false;
      return { name, table, isHis, isAlone, where: `${scope}${where}`, params: [...scoped, ...params] };
    });

/** Rows that stay where others of their table go. */
const keptPlaces = (person: Person, [name, table]: Listed): readonly Place[] => {
  const { kept, told: _told, shopper: _shopper, ...rest } = table;
  if (kept === undefined) return [];
  const staying = { ...rest, rows: 'stay', members: kept.members } as const;
  return placesBy(person, [name, table], kept.ways).map((place) => ({ ...place, table: staying, isAlone: true }));
};

const isReading = ({ by }: Way): boolean => by === 'reading';

/** In the order of the list, but for what has to be looked through. What was added later comes last: an erasure counts places. */
export const placesOf = (person: Person, part: 'all' | 'events'): readonly Place[] => {
  const listed = [...personalData].filter(([, { events }]) => part === 'all' || events === true);
  return [
    ...listed.flatMap((one) =>
      placesBy(
        person,
        one,
        one[1].ways?.filter((way) => !isReading(way)),
      ),
    ),
    ...listed.flatMap((one) => keptPlaces(person, one)),
  ];
};

/** Tables that are looked through, once for all who are to be forgotten. */
export const placesToRead = (person: Person): readonly Place[] =>
  [...personalData].flatMap((one) => placesBy(person, one, one[1].ways?.filter(isReading)));

/** Orders that waited, and what was written about them meanwhile: by their ids, whatever they and theirs are called by now. */
export const placesOfRest = (person: Person): readonly Place[] => {
  const listed = [...personalData];
  return [
    ...listed.flatMap((one) => placesBy(person, one, one[1].meanwhile)).map((place) => ({ ...place, isAlone: true })),
    ...listed.flatMap((one) => keptPlaces(person, one)),
  ];
};
