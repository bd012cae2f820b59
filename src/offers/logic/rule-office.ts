/** Everything that asks rules of the merchant's own on this node; it ends with the server. */
import type { FastifyInstance } from 'fastify';
import type { Node } from '../../applications/node.ts';
import type { Reach } from '../../http/outgoing/check-address.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { type AskRule, ruleAsker } from './rule-asker.ts';
import type { RuleDesk } from './change-custom-rule.ts';
import { moduleRunner } from './run-modules.ts';

export const openRules = (
  app: FastifyInstance,
  { node, reach, metrics }: { readonly node: Node; readonly reach: Reach; readonly metrics: Metrics },
): { readonly desk: RuleDesk; readonly ask: AskRule } => {
  const asked = metrics.counter('cartwright_custom_rules_total', 'Custom rules that were asked, by what came of it.');
  const modules = moduleRunner();
  const { ask, close } = ruleAsker({ node, reach, modules, onAsked: (runs, outcome) => asked({ runs, outcome }) });
  app.addHook('onClose', close);
  return { desk: { reach, modules }, ask };
};
