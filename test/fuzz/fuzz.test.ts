/** A short round of the fuzzer on each engine, and that its parts do what they say. The long one is `npm run fuzz`. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../src/demo/random.ts';
import { once } from '../../src/shared/once.ts';
import { forEachEngine } from '../databases.ts';
import { runCampaign } from './campaign.ts';
import { curlOf, type FuzzRequest, wireOf } from './fuzz-request.ts';
import { judgeOf } from './judge.ts';
import { mutated } from './mutate.ts';
import { readApi } from './operations.ts';
import { shrunk } from './shrink.ts';

/** So that nearly every operation is called, however many there are. */
const REQUESTS_EACH = 3;

/** What there is to be called is the same on both engines. */
const knownApi = once(readApi);

describe('the fuzzer', async () => {
  const api = await knownApi();
  const requestTo = (key: string, value: unknown): FuzzRequest => {
    const operation = api.operations.find((one) => one.key === key);
    assert.ok(operation !== undefined, key);
    const body = { type: 'application/json', value };
    return { operation, path: {}, query: [['a', '1']], headers: [['x', 'y']], body, caller: 'stranger' };
  };
  const add = 'POST /service/application/cart/v1.0/detail';

  test('knows the routes of the document and those outside it', () => {
    const keys = api.operations.map(({ key }) => key);
    for (const key of [add, 'GET /', 'GET /docs', 'GET /console', 'POST /console/sign-in', 'POST /oidc/token']) {
      assert.ok(keys.includes(key), key);
    }
    for (const key of ['GET /oidc/auth', 'GET /oidc/consent/{uid}', 'GET /metrics', 'GET /demo/images/{name}']) {
      assert.ok(keys.includes(key), key);
    }
    assert.equal(new Set(keys).size, keys.length);
  });

  test('draws the same changes from the same seed, and each changes something', () => {
    const request = requestTo(add, { items: [{ item_id: 1, item_size: 'M' }] });
    const drawn = (seed: string) => mutated(request, seeded(seed));
    for (let n = 0; n < 300; n += 1) assert.deepEqual(drawn(`s${n}`), drawn(`s${n}`));
    const changed = Array.from({ length: 300 }, (_, n) => JSON.stringify(drawn(`s${n}`)));
    assert.ok(new Set(changed).size > 200);
  });

  test('finds the smallest request that still goes wrong, and writes it as a line for the shell', async () => {
    const request = requestTo(add, { items: [{ item_id: 1, note: "it's" }, { item_id: 2 }], other: { deep: [1, 2] } });
    const fails = async ({ body }: FuzzRequest): Promise<boolean> =>
      body !== undefined && 'value' in body && JSON.stringify(body.value).includes("'");
    const smallest = await shrunk(request, fails);
    assert.deepEqual(smallest?.body, { type: 'application/json', value: { items: [{ note: "'" }] } });
    assert.deepEqual([smallest?.query, smallest?.headers], [[], []]);
    const line = curlOf('http://127.0.0.1:1', wireOf(smallest ?? request, []));
    const expected = `curl -i --path-as-is -X POST -H 'content-type: application/json' --data-binary '{"items":[{"note":"'\\''"}]}' 'http://127.0.0.1:1/service/application/cart/v1.0/detail'`;
    assert.equal(line, expected);
    assert.equal(await shrunk(request, async () => false), undefined);
  });

  test('sees a fault, an undeclared status, a body of another shape and a leak', async () => {
    const judge = await judgeOf(api);
    const request = requestTo(add, {});
    const told = (status: number, body: unknown, type = 'application/json'): readonly string[] => {
      const answer = {
        status,
        headers: { 'content-type': type },
        cookies: [],
        body: Buffer.from(JSON.stringify(body)),
      };
      return judge(request, answer).map(({ kind }) => kind);
    };
    const refused = { success: false, message: 'x', error_code: 'body_invalid', request_id: 'x' };
    assert.deepEqual(told(400, refused), []);
    assert.deepEqual(told(500, {}), ['fault']);
    assert.deepEqual(told(204, {}), ['undeclared']);
    assert.deepEqual(told(200, 'x', 'text/plain'), ['undeclared']);
    assert.deepEqual(told(200, { cart: 'x' }), ['misshapen']);
    assert.deepEqual(told(400, { ...refused, message: 'at x (file:///a/b.ts:1:2)' }), ['leak']);
    assert.deepEqual(
      judge(request, { silence: 'x' }).map(({ kind }) => kind),
      ['silence'],
    );
  });
});

forEachEngine((engine) => {
  test('a short round of requests of every kind finds nothing', async () => {
    const api = await knownApi();
    const requests = REQUESTS_EACH * api.operations.length;
    const outcome = await runCampaign(engine, api, { requests, seed: 'suite', lanes: 4 });
    const told = outcome.findings.map(({ kind, operation, detail, curl, logged }) =>
      [`${kind}: ${operation}`, detail, curl, logged].join('\n'),
    );
    assert.deepEqual(told, []);
    assert.equal(outcome.requests, requests);
    assert.ok(outcome.operations.called > 0.9 * outcome.operations.all, 'nearly every operation was called');
    assert.ok(outcome.operations.succeeded > 0.25 * outcome.operations.all, 'many of them succeeded');
    assert.ok(outcome.refusedWritesChecked > 3, 'refused writes were looked at');
  });
});
