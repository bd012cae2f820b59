/** Where rows of one person can lie: each table of the list by each of its ways, and for many values some of them at a time. Pure. */
import type { Value } from '../db/database.ts';
import { chunked, type Person, signsOf, soughtWords } from './find-person.ts';
import { personalData } from './personal-data.ts';
import { columnsOf, type PersonalTable, type Way } from './personal-table.ts';

/** One table by one way, and for ways with many values some of them. */
export type Place = Readonly<{ name: string; table: PersonalTable }> & {
  /** Compared with `sought.word` for each of these; empty: with nothing. */
  readonly words: readonly string[];
  readonly where: string;
  readonly params: readonly Value[];
  /** Whether every row here is about the person, or each has to be looked at. */
  readonly isHis: boolean;
  /** What belongs to a row stays as it is, whatever becomes of the row. */
  readonly isAlone: boolean;
};

/** The rows at a place, and the values of that statement. */
export const rowsAt = (place: Place, columns: string): readonly [sql: string, params: readonly Value[]] => {
  const { name, words, where, params } = place;
  if (words.length === 0) return [`select ${columns} from ${name} where ${where}`, params];
  return [
    `${soughtWords(words.length)} select ${columns} from sought cross join ${name} where ${where}`,
    [...words, ...params],
  ];
};

export const inApplication = (table: PersonalTable, { applicationId }: Person): readonly [string, readonly Value[]] =>
  columnsOf(table).has('application_id') ? ['application_id = ? and ', [applicationId]] : ['', []];

type Rows = Pick<Place, 'words' | 'where' | 'params' | 'isHis'>;

/** Each once: a row that comes twice would be changed twice. */
const parted = (words: readonly string[]): readonly (readonly string[])[] => chunked([...new Set(words)]);

const rowsBy = (way: Way, person: Person): readonly Rows[] => {
  const isHis = true;
  if (way.by === 'owner') {
    const owned = (kind: string, ids: readonly string[]): readonly Rows[] =>
      parted(ids).map((words) => ({
        words,
        where: 'owner_kind = ? and owner_id = sought.word',
        params: [kind],
        isHis,
      }));
    return [...owned('customer', person.userIds), ...owned('anonymous', person.guestIds)];
  }
  if (way.by === 'sign') {
    const { column, sign, and = '1 = 1' } = way;
    const where = `${column} = sought.word and ${and}`;
    return parted(signsOf(person)[sign]).map((words) => ({ words, where, params: [], isHis }));
  }
  if (way.by === 'parent') return [];
  return way.of === 'organization_id'
    ? [{ words: [], where: 'organization_id = ?', params: [person.organizationId], isHis: false }]
    : [{ words: [], where: '1 = 1', params: [], isHis: false }];
};

type Listed = readonly [name: string, table: PersonalTable];

const placesBy = (person: Person, [name, table]: Listed, ways: readonly Way[] = []): readonly Place[] =>
  ways
    .flatMap((way) => rowsBy(way, person))
    .map(({ words, where, params, isHis }) => {
      const [scope, scoped] = inApplication(table, person);
      const isAlone = false;
      return { name, table, isHis, isAlone, words, where: `${scope}${where}`, params: [...scoped, ...params] };
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
