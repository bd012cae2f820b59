/** Rules of the merchant's own in SQL, and the modules that they run. */
import { type ApplicationPlace, ownedBy } from '../../applications/application-store.ts';
import type { All, Database, One, Statement } from '../../db/database.ts';
import { recordColumns } from '../../db/record-columns.ts';
import type { ModuleOwner } from './run-modules.ts';
import type { CustomRule, RuleDocument } from './custom-rule.ts';

export const MOST_RULES = 20;

type Row = Pick<CustomRule, 'code' | 'version' | 'createdAt' | 'modifiedAt'> & { readonly document: string };
const RULE = recordColumns('r.code, r.version, r.created_at, r.modified_at, r.document');

const ruleOf = ({ document, ...row }: Row): CustomRule => ({ ...row, ...(JSON.parse(document) as RuleDocument) });
const documentOf = ({
  code: _code,
  version: _version,
  createdAt: _created,
  modifiedAt: _modified,
  ...document
}: CustomRule): string => JSON.stringify(document);

/** All of an application, by code. */
export const listCustomRules = async (db: Database, applicationId: string): All<CustomRule> => {
  const rows = await db.all<Row>(
    `select ${RULE} from custom_rule r where r.application_id = ? order by r.code limit ?`,
    [applicationId, MOST_RULES],
  );
  return rows.map(ruleOf);
};

/** As an administrator of the organization names it. */
export const readCustomRule = async (
  db: Database,
  { organizationId, companyId, applicationId }: ApplicationPlace,
  code: string,
): One<CustomRule> => {
  const row = await db.one<Row>(
    `select ${RULE} from custom_rule r ${ownedBy('r')} where r.application_id = ? and r.code = ?`,
    [companyId, organizationId, applicationId, code],
  );
  return row && ruleOf(row);
};

/** Taxes and charges have one rule that is asked. A quotation mark in a name is written otherwise. */
const noRival = (applicationId: string, { code, purpose, isActive }: CustomRule): Pick<Statement, 'sql'> & Params =>
  purpose === 'discount' || !isActive
    ? { sql: '', params: [] }
    : {
        sql: `and not exists (select 1 from custom_rule o where o.application_id = ? and o.code <> ?
          and o.document like ? and o.document like ?)`,
        params: [applicationId, code, `%"purpose":"${purpose}"%`, '%"isActive":true%'],
      };
type Params = { readonly params: readonly string[] };

/**
 * Guard `custom_rules`: the application has room for one more, none of this code, and none that is asked for the same. It begins at
 * the version of the offers, which every change and removal of a rule raised first: so no rule has a version that an earlier one of
 * its code had, and what that one answered is not taken for this one's.
 */
export const insertCustomRule = (applicationId: string, rule: CustomRule): Statement => {
  const rival = noRival(applicationId, rule);
  const values = [rule.code, rule.createdAt, rule.modifiedAt, documentOf(rule)];
  return {
    sql: `insert into custom_rule (application_id, code, version, created_at, modified_at, document)
      select v.application_id, ?, v.version, cast(? as bigint), cast(? as bigint), ? from offer_version v
      where v.application_id = ? and (select count(*) from custom_rule where application_id = ?) < ? ${rival.sql}
      on conflict (application_id, code) do nothing returning version`,
    params: [...values, applicationId, applicationId, MOST_RULES, ...rival.params],
    guard: { name: 'custom_rules', rows: 1 },
  };
};

/** Guard `custom_rule_row`: nobody changed it since it was read, or made one that is asked for the same. */
export const updateCustomRule = (applicationId: string, rule: CustomRule): Statement => {
  const rival = noRival(applicationId, rule);
  return {
    sql: `update custom_rule set version = version + 1, modified_at = ?, document = ?
      where application_id = ? and code = ? and version = ? ${rival.sql} returning version`,
    params: [rule.modifiedAt, documentOf(rule), applicationId, rule.code, rule.version, ...rival.params],
    guard: { name: 'custom_rule_row', rows: 1 },
  };
};

export const deleteCustomRule = (applicationId: string, { code, version }: CustomRule): Statement => ({
  sql: 'delete from custom_rule where application_id = ? and code = ? and version = ?',
  params: [applicationId, code, version],
  guard: { name: 'custom_rule_row', rows: 1 },
});

export const insertModule = (applicationId: string, hash: string, content: string, at: number): Statement => ({
  sql: `insert into custom_module (application_id, hash, content, created_at) values (?, ?, ?, ?)
    on conflict (application_id, hash) do nothing`,
  params: [applicationId, hash, content, at],
});

/** One that only this rule ran; `hash` is what it ran. */
export const dropModule = (applicationId: string, hash: string): Statement => ({
  sql: `delete from custom_module where application_id = ? and hash = ? and not exists
    (select 1 from custom_rule where application_id = ? and document like ?)`,
  params: [applicationId, hash, applicationId, `%"moduleHash":"${hash}"%`],
});

export const readModule = async (
  db: Database,
  applicationId: string,
  hash: string,
): Promise<Uint8Array | undefined> => {
  const row = await db.one<{ content: string }>(
    'select content from custom_module where application_id = ? and hash = ?',
    [applicationId, hash],
  );
  return row && Buffer.from(row.content, 'base64');
};

export const moduleOwner = async (db: Database, applicationId: string): Promise<ModuleOwner> => {
  const row = await db.one<{ organization_id: string }>(
    'select c.organization_id from application a join company c on c.id = a.company_id where a.id = ?',
    [applicationId],
  );
  return { organizationId: row?.organization_id ?? applicationId, applicationId };
};
