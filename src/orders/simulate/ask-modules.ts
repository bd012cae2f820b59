/**
 * Rules of the merchant's own, as a simulation asks them about carts in use. Modules run, in threads of the simulation's own, so that
 * no shopper waits behind it; nobody outside is called about thousands of carts that nobody orders now.
 */
import type { Node } from '../../applications/node.ts';
import type { CustomRule } from '../../offers/logic/custom-rule.ts';
import { readModule } from '../../offers/logic/custom-rule-store.ts';
import { type AskRule, parsed, type RuleAnswer, type RuleQuestion } from '../../offers/logic/rule-asker.ts';
import { moduleRunner } from '../../offers/logic/run-modules.ts';

/** Of one cart. */
export type CartRules = { readonly ask: AskRule; readonly isLeftOut: () => boolean };
export type SimulatedRules = { readonly forCart: () => CartRules; readonly close: () => Promise<void> };

export const simulatedRules = ({ db, now }: Pick<Node, 'db' | 'now'>): SimulatedRules => {
  const modules = moduleRunner();
  const missed = { kind: 'failed', reason: 'a simulation does not ask it' } as const;

  const run = async <T>(
    applicationId: string,
    rule: CustomRule,
    { text, read }: RuleQuestion<T>,
  ): Promise<T | undefined> => {
    const { moduleHash: hash, timeMs } = rule;
    if (hash === null) return undefined;
    const module = { hash, load: () => readModule(db, applicationId, hash) };
    const ran = await modules.run({ organizationId: applicationId, applicationId }, module, text, timeMs);
    return ran.kind === 'said' ? read(parsed(ran.text)) : undefined;
  };

  return {
    forCart: () => {
      let isLeftOut = false;
      const ask = async <T>(
        applicationId: string,
        rule: CustomRule,
        question: RuleQuestion<T>,
      ): Promise<RuleAnswer<T>> => {
        const value = await run(applicationId, rule, question);
        isLeftOut ||= value === undefined;
        return value === undefined ? { ...missed, until: now() } : { kind: 'answered', value, until: now() };
      };
      return { ask, isLeftOut: () => isLeftOut };
    },
    close: modules.close,
  };
};
