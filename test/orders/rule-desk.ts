/** A merchant who keeps custom rules for a shop: his program that is called, the modules that run, and how a rule is put. */
import { system } from '../../src/applications/node.ts';
import type { CustomRuleBody } from '../../src/contract/offers/custom-rule-contract.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { putCustomRule } from '../../src/offers/logic/change-custom-rule.ts';
import { moduleRunner } from '../../src/offers/logic/run-modules.ts';
import { openProgram } from './rule-program.ts';

type Work = Parameters<typeof putCustomRule>[0];

export const openRuleDesk = async (shop: Work['place'] & Pick<Work, 'node'>) => {
  const program = await openProgram();
  const modules = moduleRunner();
  const desk = { reach: { policy: privateAddresses, resolve: systemResolver }, modules };
  const work = { node: shop.node, place: shop, desk };
  const write = { ...system, remember: () => [], checkVersion: () => undefined };
  return {
    program,
    work,
    write,
    put: (code: string, body: Partial<CustomRuleBody>) =>
      putCustomRule(work, { code, body: { name: code, purpose: 'discount', runs: 'call', ...body } }, write),
    close: async () => {
      program.close();
      await modules.close();
    },
  };
};
