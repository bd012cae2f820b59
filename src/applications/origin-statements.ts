/** Browser origins of applications, kept by origin beside the settings that list them. */
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Database, Statement } from '../db/database.ts';

type OriginSettings = Pick<ApplicationSettings, 'origins' | 'storefront_url'>;

/** The pages of the storefront itself may call without being listed. */
const originsOf = ({ origins, storefront_url: storefront }: OriginSettings): ReadonlySet<string> => {
  const home = storefront === null ? null : URL.parse(storefront);
  return new Set([...origins, ...(home === null ? [] : [home.origin])]);
};

/** Only what differs, so that a change of other settings touches no origin. */
export const originStatements = (
  applicationId: string,
  before: OriginSettings | undefined,
  after: OriginSettings,
): readonly Statement[] => {
  const had = before === undefined ? new Set<string>() : originsOf(before);
  const has = originsOf(after);
  return [
    ...[...had.difference(has)].map((origin) => ({
      sql: 'delete from application_origin where origin = ? and application_id = ?',
      params: [origin, applicationId],
    })),
    ...[...has.difference(had)].map((origin) => ({
      sql: 'insert into application_origin (origin, application_id) values (?, ?)',
      params: [origin, applicationId],
    })),
  ];
};

/** Whether any application lists the origin: what a preflight asks, which cannot say for whom. */
export const originIsListed = async (db: Database, origin: string): Promise<boolean> =>
  (await db.one('select 1 as listed from application_origin where origin = ? limit 1', [origin])) !== undefined;
