/** A merchant who keeps custom rules for a shop: his program that is called, the modules that run, and how a rule is put. */
import { after } from 'node:test';
import { system } from '../../src/applications/node.ts';
import type { CustomRuleBody } from '../../src/contract/offers/custom-rule-contract.ts';
import { privateAddresses, systemResolver } from '../../src/http/outgoing/address-guard.ts';
import { putCustomRule } from '../../src/offers/logic/change-custom-rule.ts';
import { moduleRunner } from '../../src/offers/logic/run-modules.ts';
import type { Engine } from '../databases.ts';
import { openOrderServer } from './order-server.ts';
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
    /** With all the time that a rule may have, unless it is said: on a busy machine others are late by chance. */
    put: (code: string, body: Partial<CustomRuleBody>) => {
      const usual = {
        name: code,
        purpose: 'discount',
        runs: 'call',
        time_ms: body.runs === 'module' ? 500 : 2000,
      } as const;
      return putCustomRule(work, { code, body: { ...usual, ...body } }, write);
    },
    close: async () => {
      program.close();
      await modules.close();
    },
  };
};

/** A shop that takes orders, with such a desk; both are closed behind the tests. */
export const openRuleServer = async (engine: Engine) => {
  const server = await openOrderServer(engine);
  const desk = await openRuleDesk(server.shop);
  after(async () => {
    await desk.close();
    await server.close();
  });
  const { program, put, work, write } = desk;
  return { server, program, put, work, write };
};
