/** A rule of the merchant's own, as it is kept, and what it is unless he says otherwise. Pure. */
import type { CustomRuleBody } from '../../contract/offers/custom-rule-contract.ts';
import type { FieldProblem } from '../../shared/errors.ts';

export type CustomPurpose = CustomRuleBody['purpose'];
export type CustomRule = {
  readonly code: string;
  /** Rises with every change, and no other rule of this code has had it. */
  readonly version: number;
  readonly createdAt: number;
  readonly modifiedAt: number;
  readonly name: string;
  readonly purpose: CustomPurpose;
  readonly runs: CustomRuleBody['runs'];
  readonly url: string | null;
  /** SHA-256 of the module, in hexadecimal digits. */
  readonly moduleHash: string | null;
  readonly timeMs: number;
  readonly keepSeconds: number;
  readonly fallback: 'none' | 'last' | 'refuse';
  readonly lastMinutes: number;
  readonly isActive: boolean;
};
export type RuleDocument = Omit<CustomRule, 'code' | 'version' | 'createdAt' | 'modifiedAt'>;

const MODULE_MS = 500;

const usual = {
  call: { timeMs: 500, keepSeconds: 10, fallback: 'none', lastMinutes: 15, isActive: true },
  module: { timeMs: 100, keepSeconds: 60, fallback: 'none', lastMinutes: 15, isActive: true },
} as const;

/** A rule of one kind keeps nothing of the other. */
const programOf = (
  { runs, url }: CustomRuleBody,
  before: CustomRule | undefined,
  givenHash: string | null,
): Pick<RuleDocument, 'url' | 'moduleHash'> =>
  runs === 'module'
    ? { url: null, moduleHash: givenHash ?? before?.moduleHash ?? null }
    : { url: url ?? before?.url ?? null, moduleHash: null };

/** What is left out is as it was, and as is usual in a new rule. */
export const ruleDocument = (
  body: CustomRuleBody,
  before: CustomRule | undefined,
  givenHash: string | null,
): RuleDocument => {
  const { name, purpose, runs } = body;
  const terms = before ?? usual[runs];
  return {
    name,
    purpose,
    runs,
    ...programOf(body, before, givenHash),
    timeMs: body.time_ms ?? terms.timeMs,
    keepSeconds: body.keep_seconds ?? terms.keepSeconds,
    fallback: body.fallback ?? terms.fallback,
    lastMinutes: body.last_minutes ?? terms.lastMinutes,
    isActive: body.is_active ?? terms.isActive,
  };
};

/** What speaks against it, whatever its address and module are. */
export const ruleProblems = (rule: RuleDocument): readonly FieldProblem[] => {
  const { runs, url, moduleHash, timeMs } = rule;
  const problems: FieldProblem[] = [];
  if (runs === 'call' && url === null) problems.push({ field: 'url', message: 'Give the address that is called.' });
  if (runs === 'module' && moduleHash === null) {
    problems.push({ field: 'module', message: 'Give the bytes of the module in base64.' });
  }
  if (runs === 'module' && timeMs > MODULE_MS) {
    problems.push({ field: 'time_ms', message: `A module has at most ${MODULE_MS} milliseconds.` });
  }
  return problems;
};
