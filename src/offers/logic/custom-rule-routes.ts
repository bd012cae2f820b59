/** Rules of the merchant's own: what there is, keeping one, trying one. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  CustomRuleBody,
  CustomRuleList,
  CustomRulePath,
  CustomRuleTrial,
  CustomRuleTried,
  CustomRuleView,
} from '../../contract/offers/custom-rule-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import { isoTime } from '../../shared/clock.ts';
import {
  offerBodyLimit as bodyLimit,
  offersPath,
  offerTags as tags,
  readRules,
  writeRules,
} from '../admin/offer-access.ts';
import type { AskRule } from './rule-asker.ts';
import { customRuleAt, putCustomRule, type RuleDesk, removeCustomRule } from './change-custom-rule.ts';
import type { CustomRule } from './custom-rule.ts';
import { listCustomRules } from './custom-rule-store.ts';

const words = {
  getCustomRules: 'List custom rules, by code',
  getCustomRule: 'Read a custom rule',
  putCustomRule:
    'Keep a custom rule: a program of yours that carts are priced with, by a signed call or as a WebAssembly module. What a body leaves out of an existing rule stays. With If-Match the change happens only on that version.',
  deleteCustomRule: 'Remove a custom rule. Offers that name it take nothing off from then on.',
  tryCustomRule: 'Ask a custom rule as a cart would, and see what it answers. Nothing is kept.',
};

const path = `${offersPath}/custom_rule`;

const viewOf = (rule: CustomRule, secret?: string): CustomRuleView => ({
  code: rule.code,
  name: rule.name,
  purpose: rule.purpose,
  runs: rule.runs,
  url: rule.url,
  module_hash: rule.moduleHash,
  time_ms: rule.timeMs,
  keep_seconds: rule.keepSeconds,
  fallback: rule.fallback,
  last_minutes: rule.lastMinutes,
  is_active: rule.isActive,
  version: rule.version,
  created_at: isoTime(rule.createdAt),
  modified_at: isoTime(rule.modifiedAt),
  ...(secret === undefined ? {} : { secret }),
});

const reading = operationTable(readRules, tags, words, {
  getCustomRules: { params: ApplicationPath, response: { 200: CustomRuleList } },
  getCustomRule: { params: CustomRulePath, response: { 200: CustomRuleView } },
});
const writing = operationTable(writeRules, tags, words, {
  putCustomRule: { params: CustomRulePath, body: CustomRuleBody, response: { 200: CustomRuleView } },
  deleteCustomRule: { params: CustomRulePath, response: { 200: Done } },
  tryCustomRule: { params: CustomRulePath, body: CustomRuleTrial, response: { 200: CustomRuleTried } },
});

export type CustomRuleOptions = { readonly node: Node; readonly desk: RuleDesk; readonly ask: AskRule };

const anyObject = (answer: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer)
    ? (answer as Readonly<Record<string, unknown>>)
    : undefined;

export const customRuleRoutes: FastifyPluginAsyncTypebox<CustomRuleOptions> = async (app, { node, desk, ask }) => {
  const shown = (reply: FastifyReply, rule: CustomRule, secret?: string): CustomRuleView => {
    reply.header('etag', entityTag(rule.version));
    return viewOf(rule, secret);
  };

  app.get(path, reading.getCustomRules, async (request) => {
    const place = placeOf(request, request.params);
    await namedApplication(node, place);
    return { items: (await listCustomRules(node.db, place.applicationId)).map((rule) => viewOf(rule)) };
  });

  app.get(`${path}/:code`, reading.getCustomRule, async (request, reply) =>
    shown(reply, await customRuleAt(node, placeOf(request, request.params), request.params.code)),
  );

  app.put(`${path}/:code`, { ...writing.putCustomRule, bodyLimit }, (request, reply) => {
    const place = placeOf(request, request.params);
    const { code } = request.params;
    return writeOnce(node, request, reply, {
      run: async (write) => {
        const { rule, secret } = await putCustomRule({ node, place, desk }, { code, body: request.body }, write);
        return shown(reply, rule, secret);
      },
      replay: async (kept) => shown(reply, await customRuleAt(node, place, kept)),
    });
  });

  app.delete(`${path}/:code`, writing.deleteCustomRule, (request, reply) => {
    const place = placeOf(request, request.params);
    return removeOnce(node, request, reply, {
      what: 'custom rule',
      remove: (write) => removeCustomRule({ node, place }, request.params.code, write),
    });
  });

  app.post(`${path}/:code/try`, writing.tryCustomRule, async (request) => {
    const place = placeOf(request, request.params);
    const rule = await customRuleAt(node, place, request.params.code);
    const question = { text: JSON.stringify(request.body.input), read: anyObject };
    // Under a version of its own: what is tried is no answer for carts, and says nothing of how the rule answers them.
    const answer = await ask(
      place.applicationId,
      { ...rule, version: -rule.version, keepSeconds: 0, fallback: 'none' },
      question,
    );
    return answer.kind === 'answered'
      ? { outcome: answer.kind, reason: null, answer: answer.value }
      : { outcome: answer.kind, reason: answer.reason, answer: null };
  });
};
