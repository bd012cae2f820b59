/** Whatever is asked about whomever at any route, the log names nobody. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { engines } from '../databases.ts';
import type { Call } from '../calls.ts';
import { openWholeShop, type WholeShop } from './whole-shop.ts';

type Parameter = { readonly name: string; readonly in: string };
type Operation = { readonly operationId: string; readonly parameters?: readonly Parameter[] };
const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const operations = Object.entries(document.paths).flatMap(([path, all]) =>
  Object.entries(all)
    .filter(([method]) => methods.has(method))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
);

const people = ['asha.plantme@example.com', '+91 5550173921', 'plantme'];
const trace = /plantme|5550173921/i;
/** Goes on answering for as long as somebody listens. */
const endless = new Set(['tailEvents']);

const lines: string[] = [];
let whole: WholeShop;
before(async () => {
  const [sqlite] = engines;
  assert.ok(sqlite);
  whole = await openWholeShop(sqlite, { write: (line) => void lines.push(line) });
});
after(() => whole.close());

test('every route with somebody in every parameter', async () => {
  const { companyId, applicationId, organizationId } = whole.shop;
  const own: Readonly<Record<string, string>> = {
    company_id: String(companyId),
    application_id: applicationId,
    organization_id: organizationId,
  };
  const [shopper, customer] = [whole.guest(), await whole.customer('plantme')];
  const callers: readonly Call[] = [whole.owner, shopper, customer];
  for (const { method, path, operationId, parameters = [] } of operations) {
    for (const [at, person] of people.entries()) {
      const text = encodeURIComponent(person);
      const query = parameters
        .filter((parameter) => parameter.in === 'query')
        .map(({ name }) => `${encodeURIComponent(name)}=${text}`);
      const isEndless = endless.has(operationId);
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        isEndless || at === 2 ? text : (own[name] ?? text),
      );
      const url = `${filled}?${[...query, `${text}=1`, `unknown=${text}`].join('&')}`;
      const body = method === 'GET' ? undefined : { user_id: person, phone: person, email: person, items: [person] };
      await callers[at % callers.length]?.(method, url, body);
      if (at === 0) await whole.owner(method, filled, body);
    }
  }
  await shopper('GET', `/nowhere/${encodeURIComponent(people[0] ?? '')}?q=plantme`);
  assert.ok(lines.length > operations.length * people.length, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter((line) => trace.test(line)),
    [],
  );
});
