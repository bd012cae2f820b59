/**
 * A whole shop is run by its printed examples, each with every member added that only answers have. What was added is shown by no
 * answer afterwards, and what people and secrets were sent or given out stands in no line of the log and in no trace.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { tableShapes } from '../../../src/db/move/table-shapes.ts';
import { openReceiver, type Receiver } from '../../webhooks/receiver.ts';
import { type Json, openapi, type Operation, operations } from './example-sender.ts';
import { openExampleShop } from './example-shop.ts';
import { isJson, memberIn, waysOf } from './schema-ways.ts';
import { paymentSecret, sendExamples } from './send-examples.ts';

const WORD = 'mass-assigned-7f3a91';
const NUMBER = 987_654_321;

/** Members of a schema at any depth, with their types. */
const membersOf = (schema: unknown, found: Map<string, unknown>, seen: Set<unknown>): Map<string, unknown> => {
  if (!isJson(schema) || seen.has(schema)) return found;
  seen.add(schema);
  const ref = schema['$ref'];
  if (typeof ref === 'string') membersOf(openapi.components.schemas[ref.split('/').at(-1) ?? ''], found, seen);
  for (const [name, member] of Object.entries(isJson(schema['properties']) ? schema['properties'] : {})) {
    if (!found.has(name)) found.set(name, isJson(member) ? member['type'] : undefined);
    membersOf(member, found, seen);
  }
  for (const part of ['items', 'anyOf', 'oneOf', 'allOf'].flatMap((name) => schema[name] ?? [])) {
    membersOf(part, found, seen);
  }
  return found;
};

/** What nobody may say of himself, whether an answer shows it or not. */
const claims =
  `_id id uid user_id owner owner_id owner_kind customer_id application_id company_id organization_id cart_id
  created_at modified_at created_by modified_by version state status total price amount paid role roles permissions verified
  group groups balance`.split(/\s+/);

const readOnlyOf = ({ requestBody, responses }: Operation): Json => {
  const writable = new Set(membersOf(requestBody?.content['application/json']?.schema, new Map(), new Set()).keys());
  const shown = new Map<string, unknown>(claims.map((name) => [name, 'string']));
  for (const [status, { content }] of Object.entries(responses)) {
    if (status.startsWith('2')) membersOf(content?.['application/json']?.schema, shown, new Set());
  }
  return Object.fromEntries(
    [...shown].flatMap(([name, type]): [string, unknown][] => {
      if (writable.has(name)) return [];
      return [[name, type === 'integer' || type === 'number' ? NUMBER : WORD]];
    }),
  );
};

/** Some refuse what they do not know: that is as good. */
const refusesStrangers = ({ requestBody }: Operation): boolean =>
  waysOf(requestBody?.content['application/json']?.schema).some(({ propertyNames }) => propertyNames !== undefined);

const adding = (operation: Operation, example: unknown): unknown => {
  if (!isJson(example) || refusesStrangers(operation)) return example;
  const added = readOnlyOf(operation);
  const within = (member: unknown): unknown =>
    Array.isArray(member) ? member.map((entry: unknown) => (isJson(entry) ? { ...added, ...entry } : entry)) : member;
  return {
    ...added,
    ...Object.fromEntries(Object.entries(example).map(([name, member]) => [name, within(member)])),
  };
};

/** Where planted values stand in members that the schema knows. Others are a caller's own: documents keep them as they came. */
const placesOf = (value: unknown, schemas: readonly Json[], at: string): readonly string[] => {
  if (value === NUMBER || (typeof value === 'string' && value.includes(WORD))) return schemas.length > 0 ? [at] : [];
  if (Array.isArray(value)) {
    const entries = schemas.flatMap(({ items }) => waysOf(items));
    return value.flatMap((entry) => placesOf(entry, entries, `${at}[]`));
  }
  return isJson(value)
    ? Object.entries(value).flatMap(([name, member]) => placesOf(member, memberIn(schemas, name), `${at}.${name}`))
    : [];
};
const answerOf = (operationId: string): readonly Json[] =>
  Object.entries(operations.get(operationId)?.responses ?? {}).flatMap(([status, { content }]) =>
    status.startsWith('2') ? waysOf(content?.['application/json']?.schema) : [],
  );

const SECRET = /(secret|token|password|api_key|private_key)$/;
const PERSON = /^(email|phone|mobile|first_name|last_name|address|landmark|gstin|pan_no|vat_id)$/;
/** Texts in members of these names, at any depth. */
const textsIn = (value: unknown, names: RegExp, name = ''): readonly string[] => {
  if (typeof value === 'string') return names.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, names, name));
  return isJson(value) ? Object.entries(value).flatMap(([own, member]) => textsIn(member, names, own)) : [];
};
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

describe('a shop that is run by its examples', () => {
  const lines: string[] = [];
  const shown = new Set<string>();
  const taken = new Set<string>();
  const secrets = new Map([[paymentSecret, 'the settings']]);
  const people = new Set<string>();
  let refused: readonly string[] = [];
  let collector: Receiver;
  after(() => collector.close());
  /** A call that is made when all examples were sent: when its span has come, so have theirs. */
  const LAST = 'f'.repeat(32);
  const traces = async (): Promise<string> => {
    const told = (): string => collector.received.map(({ path, body }) => `${path} ${body}`).join('\n');
    while (!told().includes(LAST)) {
      await fetch(`${opened().shop.url}/healthz`, { headers: { traceparent: `00-${LAST}-${'f'.repeat(16)}-01` } });
      await setTimeout(100);
    }
    return told();
  };
  const opened = openExampleShop(
    async () => {
      collector = await openReceiver();
      const CARTWRIGHT_OTLP_URL = `http://127.0.0.1:${collector.port}`;
      return {
        CARTWRIGHT_LOG_LEVEL: 'debug',
        CARTWRIGHT_LOG_SAMPLE: '1',
        CARTWRIGHT_OTLP_URL,
        CARTWRIGHT_TRACE_SHARE: '1',
      };
    },
    { write: (line) => void lines.push(line) },
  );
  before(async () => {
    const { shop, providersUrl } = opened();
    ({ refused } = await sendExamples(shop, providersUrl, {
      adding,
      heard: (operationId, sent, { status, body }) => {
        if (status < 400 && sent.includes(WORD)) taken.add(operationId);
        for (const each of [body, parsed(sent)]) {
          for (const text of textsIn(each, SECRET))
            if (text.length > 11 && text !== WORD) secrets.set(text, operationId);
          for (const text of textsIn(each, PERSON)) if (text.length > 5) people.add(text);
        }
        if (status < 400) for (const place of placesOf(body, answerOf(operationId), operationId)) shown.add(place);
      },
    }));
  });

  test('takes nothing that only its answers say', () => {
    assert.deepEqual(refused, []);
    assert.ok(taken.size > 100, `${taken.size} operations took a body with more in it`);
    assert.deepEqual([...shown], []);
  });

  test('keeps no secret that can be read, and tells neither its log nor its traces of secrets and people', async () => {
    const log = lines.join('');
    const { shop } = opened();
    const { db } = shop.node;
    let stored = '';
    for (const { table } of await tableShapes(db)) {
      stored += JSON.stringify(await db.all(`select * from ${table}`), (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      );
    }
    const told = await traces();
    const wereRead =
      stored.includes(shop.credentials.application_id) && log.includes('/service/') && told.includes('"POST addItems"');
    assert.ok(wereRead, 'all three were looked at');
    assert.ok(secrets.size > 15 && people.size > 15, `${secrets.size} secrets, ${people.size} texts of people`);
    const places = { log, traces: told };
    const found = [...secrets].flatMap(([secret, from]) =>
      Object.entries({ database: stored, ...places })
        .filter(([, text]) => text.includes(secret))
        .map(([place]) => `${place}: a secret of ${from}`),
    );
    const named = Object.entries(places).flatMap(([place, text]) =>
      [...people].filter((person) => text.includes(person)).map((person) => `${place}: ${person}`),
    );
    assert.deepEqual([...found, ...named], []);
  });
});
