/** Use cases: keep and remove a rule of the merchant's own. A change counts from the next cart on: it raises the offers' version. */
import { createHash } from 'node:crypto';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { namedApplication, type WorkPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { CustomRuleBody } from '../../contract/offers/custom-rule-contract.ts';
import { guardFailed, type One, type Row, type Statement } from '../../db/database.ts';
import { open } from '../../db/sealing/seal.ts';
import { dropSealed, putSealed, readSealed, sealPurpose } from '../../db/sealing/sealed-values.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { addressProblems, type Reach } from '../../http/outgoing/check-address.ts';
import { newSecret } from '../../http/outgoing/sign-delivery.ts';
import { type FieldProblem, Refusal } from '../../shared/errors.ts';
import { raiseOfferVersion } from '../offer-statements.ts';
import { type CustomRule, type RuleDocument, ruleDocument, ruleProblems } from './custom-rule.ts';
import {
  deleteCustomRule,
  dropModule,
  insertCustomRule,
  insertModule,
  listCustomRules,
  MOST_RULES,
  readCustomRule,
  updateCustomRule,
} from './custom-rule-store.ts';
import { moduleProblem } from './module-rules.ts';
import type { ModuleRunner } from './run-modules.ts';

export type RuleDesk = { readonly reach: Reach; readonly modules: ModuleRunner };
type RuleRequest = KeyedWrite<string>;

const ownerOf = (applicationId: string, code: string): string => `custom_rule/${applicationId}/${code}`;
const SECRET = 'secret';

export const readRuleSecret = ({ db, keyring }: Pick<Node, 'db' | 'keyring'>, applicationId: string, code: string) =>
  readSealed(db, keyring, ownerOf(applicationId, code), SECRET);

export type RuleReceiver = { readonly url: string; readonly secret: string };

/**
 * Where a rule is called and what signs for that address, both of one moment: what was given for one address signs nothing that
 * is sent to another. Nothing for a module, or a rule that is gone.
 */
export const readRuleReceiver = async (
  { db, keyring }: Pick<Node, 'db' | 'keyring'>,
  applicationId: string,
  code: string,
): One<RuleReceiver> => {
  const owner = ownerOf(applicationId, code);
  const row = await db.one<{ document: string; sealed: string }>(
    `select r.document, v.sealed from custom_rule r join sealed_value v on v.owner = ? and v.name = ?
      where r.application_id = ? and r.code = ?`,
    [owner, SECRET, applicationId, code],
  );
  if (row === undefined) return undefined;
  const { url } = JSON.parse(row.document) as RuleDocument;
  return url === null ? undefined : { url, secret: open(keyring, sealPurpose(owner, SECRET), row.sealed) };
};

export const customRuleAt = async (node: Node, place: ApplicationPlace, code: string): Promise<CustomRule> => {
  await namedApplication(node, place);
  const found = await readCustomRule(node.db, place, code);
  if (found === undefined) throw new Refusal('custom_rule_not_found');
  return found;
};

type GivenModule = { readonly hash: string; readonly content: string };

/** The module of a body, read by its rules and then by the engine, in its thread. */
const moduleOf = async (
  { place, desk: { modules } }: RuleWork,
  { module: content }: CustomRuleBody,
): Promise<GivenModule | readonly FieldProblem[] | null> => {
  if (content === undefined) return null;
  const bytes = Buffer.from(content, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex');
  const message = moduleProblem(bytes) ?? (await modules.check(place, bytes, hash));
  return message === null ? { hash, content } : [{ field: 'module', message }];
};

const isProblems = (value: GivenModule | readonly FieldProblem[] | null): value is readonly FieldProblem[] =>
  Array.isArray(value);

/** Taxes and charges have one rule that is asked. */
const rivalProblems = (
  { purpose, isActive }: Pick<CustomRule, 'purpose' | 'isActive'>,
  others: readonly CustomRule[],
): readonly FieldProblem[] => {
  const rival = others.find((other) => other.isActive && other.purpose === purpose);
  if (!isActive || purpose === 'discount' || rival === undefined) return [];
  return [{ field: 'purpose', message: `The rule ${rival.code} is asked for this already. Switch it off first.` }];
};

type Told = Omit<CustomRule, 'version' | 'createdAt' | 'modifiedAt'>;
const told = (rule: CustomRule | null): Told | null => {
  if (rule === null) return null;
  const { version: _version, createdAt: _created, modifiedAt: _modified, ...rest } = rule;
  return rest;
};

type Change = {
  readonly rows: readonly Statement[];
  readonly action: 'add' | 'change' | 'remove';
  readonly code: string;
  readonly before: CustomRule | null;
  readonly after: CustomRule | null;
};
/** Answers what the first row that changes returns. */
const commit = async ({ node, place }: WorkPlace, request: RuleRequest, change: Change): Promise<Row | undefined> => {
  const { actor, requestId } = request;
  const { code, before, after } = change;
  const { organizationId, applicationId } = place;
  const old = before?.moduleHash ?? null;
  // Raised first, so that changes of one application come one after the other: what their guards count is then what there is.
  const first = [...request.remember(code), raiseOfferVersion(applicationId)];
  const results = await node.db.commit([
    ...first,
    ...change.rows,
    ...(old === null || old === after?.moduleHash ? [] : [dropModule(applicationId, old)]),
    auditStatement(
      {
        actor,
        requestId,
        organizationId,
        action: `custom_rule.${change.action}`,
        subject: `custom_rule/${code}`,
        before: told(before),
        after: told(after),
        at: node.now(),
      },
      node.random,
    ),
  ]);
  return results[first.length]?.rows[0];
};

export type PutRule = {
  readonly rule: CustomRule;
  /** The one that was made for it now. */
  readonly secret: string | undefined;
};

type Asked = { readonly code: string; readonly body: CustomRuleBody };
type RuleWork = WorkPlace & { readonly desk: RuleDesk };
type Planned = { readonly rule: CustomRule; readonly module: GivenModule | null };

/** The rule as it would be kept; what cannot be kept is refused. */
const planRule = async (
  work: RuleWork,
  { code, body }: Asked,
  all: readonly CustomRule[],
  before: CustomRule | undefined,
): Promise<Planned> => {
  const { node, desk } = work;
  const module = await moduleOf(work, body);
  if (isProblems(module)) throw new Refusal('custom_rule_invalid', { details: module });
  const document = ruleDocument(body, before, module?.hash ?? null);
  const details = [
    ...ruleProblems(document),
    ...rivalProblems(
      document,
      all.filter((one) => one.code !== code),
    ),
    ...(document.url === null ? [] : await addressProblems(document.url, desk.reach, 'url')),
  ];
  if (details.length > 0) throw new Refusal('custom_rule_invalid', { details });
  const at = node.now();
  return {
    rule: { code, version: 0, createdAt: at, ...before, ...document, modifiedAt: at },
    module: document.moduleHash === null ? null : module,
  };
};

type Signing = { readonly secret: string; readonly isMade: boolean };

/**
 * The secret to be kept with it, and whether it was made here; nothing where it has one, or needs none. What was given for one address
 * signs nothing for another: whoever may change the address could pass on what he is sent.
 */
const secretFor = async (
  { node, place }: RuleWork,
  { code, body: { secret } }: Asked,
  { url }: CustomRule,
  before: CustomRule | undefined,
): Promise<Signing | undefined> => {
  if (url === null) return undefined;
  if (secret !== undefined) return { secret, isMade: false };
  const known = before?.url === url ? await readRuleSecret(node, place.applicationId, code) : undefined;
  return known === undefined ? { secret: newSecret(node.random), isMade: true } : undefined;
};

/** Somebody else was faster: with another one of the same code or purpose, which is found when it is decided again, or with the last. */
const tooMany = (error: unknown, others: number): unknown => {
  if (!guardFailed(error, 'custom_rules') || others < MOST_RULES) return error;
  const message = `An application has at most ${MOST_RULES} custom rules. Remove one that is not used.`;
  return new Refusal('custom_rule_invalid', { details: [{ field: 'code', message }], cause: error });
};

const isOvertaken = async (error: unknown): Promise<boolean> =>
  guardFailed(error, 'custom_rule_row') || guardFailed(error, 'custom_rules');

/** Makes it or puts it in the place of the one of this code. What a body leaves out of its terms stays as it was. */
export const putCustomRule = (work: RuleWork, asked: Asked, request: RuleRequest): Promise<PutRule> =>
  untilGuardHolds(isOvertaken, async () => {
    const { node, place } = work;
    const { applicationId } = place;
    const { code } = asked;
    await namedApplication(node, place);
    const all = await listCustomRules(node.db, applicationId);
    const before = all.find((one) => one.code === code);
    if (before !== undefined) request.checkVersion(before.version);
    const { rule, module } = await planRule(work, asked, all, before);
    const signing = await secretFor(work, asked, rule, before);
    const at = rule.modifiedAt;
    const sealed = (plaintext: string): Statement =>
      putSealed(node.keyring, { owner: ownerOf(applicationId, code), name: SECRET, plaintext, at });
    const rows = [
      before === undefined ? insertCustomRule(applicationId, rule) : updateCustomRule(applicationId, rule),
      ...(module === null ? [] : [insertModule(applicationId, module.hash, module.content, at)]),
      ...(signing === undefined ? [] : [sealed(signing.secret)]),
    ];
    const action = before === undefined ? 'add' : 'change';
    const change = { rows, action, code, before: before ?? null, after: rule } as const;
    const kept = await commit(work, request, change).catch((error: unknown) => {
      throw tooMany(error, all.length);
    });
    const version = Number(kept?.['version']);
    return { rule: { ...rule, version }, secret: signing?.isMade === true ? signing.secret : undefined };
  });

export const removeCustomRule = (work: WorkPlace, code: string, request: RuleRequest): Promise<CustomRule> =>
  untilGuardHolds('custom_rule_row', async () => {
    const { node, place } = work;
    const before = await customRuleAt(node, place, code);
    request.checkVersion(before.version);
    const { applicationId } = place;
    const rows = [deleteCustomRule(applicationId, before), dropSealed(ownerOf(applicationId, code), SECRET)];
    await commit(work, request, { rows, action: 'remove', code, before, after: null });
    return before;
  });
