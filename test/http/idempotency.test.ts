import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type Database, DatabaseError, type Statement } from '../../src/db/database.ts';
import { canonicalJson } from '../../src/http/requests/canonical-json.ts';
import { keyUse, lifetimeMs, onceByKey, sweepKeys } from '../../src/http/idempotency.ts';
import { createServer } from '../../src/http/server.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { forEachEngine } from '../databases.ts';
import { sampleOptions } from './sample-server.ts';

const key = 'order-0123456789abcdef';
const count = async (db: Database, sql: string): Promise<number> => (await db.one<{ n: number }>(sql))?.n ?? 0;
const takeNumber: Statement = {
  sql: `insert into counter (name, value) values ('effects', 1)
    on conflict (name) do update set value = counter.value + 1`,
};
const effects = (db: Database) => count(db, "select value as n from counter where name = 'effects'");

type Counter = {
  readonly commit?: Database['commit'];
  /** Asked between load and commit: whether it is refused. */
  readonly decide?: () => Promise<Refusal | undefined>;
};

/** A route whose effect is to count; `commit` is the database's unless a test loses its answer. */
const countingServer = (
  db: Database,
  time: { now: number },
  { commit = db.commit, decide = async () => undefined }: Counter = {},
): FastifyInstance => {
  const app = createServer(sampleOptions());
  app.post('/count/:owner', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    const { owner } = request.params as { owner: string };
    return onceByKey(db, reply, keyUse(request, owner, time.now), {
      run: async (remember) => {
        const refusal = await decide();
        if (refusal !== undefined) throw refusal;
        const outcome = { status: 201, document: { made: time.now } };
        await commit([...remember(outcome), takeNumber]);
        return reply.code(201).send(outcome.document);
      },
      replay: async ({ status, document }) => reply.code(status).send(document),
    });
  });
  return app;
};

forEachEngine(async (engine) => {
  const time = { now: Date.UTC(2026, 5, 1) };
  const { db, close } = await engine.open();
  const app = countingServer(db, time);
  after(async () => {
    await app.close();
    await close();
  });
  const post = (payload: object, idempotencyKey?: string, url = '/count/me', server = app) =>
    server.inject({
      method: 'POST',
      url,
      payload,
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    });

  test('without a key every request has its effect', async () => {
    const earlier = await effects(db);
    await post({});
    await post({});
    assert.equal(await effects(db), earlier + 2);
  });

  test('a repeat under one key has no effect, gets the first answer, and is marked', async () => {
    const earlier = await effects(db);
    const first = await post({ a: 1, b: [2] }, key);
    const second = await post({ b: [2], a: 1 }, key);
    assert.equal(await effects(db), earlier + 1);
    assert.equal(first.headers['idempotent-replayed'], undefined);
    assert.equal(second.headers['idempotent-replayed'], 'true');
    assert.deepEqual([second.statusCode, second.body], [first.statusCode, first.body]);
  });

  test('another body or query under the same key is refused, whichever engine found out', async () => {
    for (const answer of [await post({ a: 2 }, key), await post({ a: 1, b: [2] }, key, '/count/me?x=1')]) {
      assert.equal(answer.statusCode, 422);
      assert.equal(answer.json().error_code, 'idempotency_mismatch');
    }
  });

  test('the same key of another owner is another key', async () => {
    const earlier = await effects(db);
    assert.equal((await post({ a: 2 }, key, '/count/you')).headers['idempotent-replayed'], undefined);
    assert.equal(await effects(db), earlier + 1);
  });

  test('twenty at once under one key: one effect, twenty equal answers', async () => {
    const earlier = await effects(db);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ a: 1 }, 'all-at-once-0123456789')));
    assert.equal(await effects(db), earlier + 1);
    assert.equal(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined).length, 1);
  });

  test('an answer lost on its way from the database is found again by the record', async () => {
    const lossy = countingServer(db, time, {
      commit: async (batch) => {
        await db.commit(batch);
        throw new DatabaseError('unknown');
      },
    });
    const earlier = await effects(db);
    const answer = await post({}, 'lost-answer-0123456789', '/count/me', lossy);
    assert.deepEqual([answer.statusCode, answer.headers['idempotent-replayed']], [201, 'true']);
    assert.equal(await effects(db), earlier + 1);
    const withoutKey = await post({}, undefined, '/count/me', lossy);
    assert.equal(withoutKey.json().error_code, 'outcome_unknown');
    await lossy.close();
  });

  test('what failed is not remembered', async () => {
    const broken = countingServer(db, time, {
      commit: async () => {
        throw new DatabaseError('busy');
      },
    });
    assert.equal((await post({}, 'failed-first-0123456789', '/count/me', broken)).statusCode, 503);
    assert.equal((await post({}, 'failed-first-0123456789')).statusCode, 201);
    await broken.close();
  });

  const refusing = (refusal: Refusal) => countingServer(db, time, { decide: async () => refusal });
  const soldOut = () => {
    const details = [{ field: 'items[0]', message: 'Gone.' }];
    return new Refusal('out_of_stock', { message: 'No shirts.', details, body: { cart: { large: true }, hint: 'x' } });
  };

  test('a refusal is the outcome of its key: a repeat gets it, also when it would go well by now', async () => {
    const refuses = refusing(soldOut());
    const earlier = await effects(db);
    const first = await post({}, 'refused-once-0123456789', '/count/me', refuses);
    assert.deepEqual([first.statusCode, first.headers['idempotent-replayed']], [400, undefined]);
    const again = await post({}, 'refused-once-0123456789');
    assert.deepEqual([again.statusCode, again.headers['idempotent-replayed']], [400, 'true']);
    const { request_id: _first, cart, ...told } = first.json();
    const { request_id: _again, ...repeated } = again.json();
    assert.deepEqual([repeated, cart], [told, { large: true }], 'all but the cart');
    assert.equal((await post({ other: 1 }, 'refused-once-0123456789')).json().error_code, 'idempotency_mismatch');
    assert.equal(await effects(db), earlier);
    assert.equal((await post({}, 'another-key-0123456789')).statusCode, 201, 'a new key is a new try');
    await refuses.close();
  });

  test('who calls, how often, on which version and with which mistakes in the body is no outcome', async () => {
    const codes = [
      'customer_required',
      'permission_missing',
      'version_conflict',
      'rate_limited',
      'overloaded',
    ] as const;
    for (const code of [...codes, 'body_invalid'] as const) {
      const refuses = refusing(new Refusal(code));
      assert.equal((await post({}, `no-outcome-${code}`, '/count/me', refuses)).json().error_code, code);
      assert.equal((await post({}, `no-outcome-${code}`)).statusCode, 201, code);
      await refuses.close();
    }
  });

  test('a refusal that cannot be kept is not told', async () => {
    const time2 = { now: time.now };
    const broken = { ...db, commit: async () => Promise.reject(new DatabaseError('busy')) };
    const refuses = countingServer(broken, time2, { decide: async () => soldOut() });
    assert.equal((await post({}, 'cannot-keep-0123456789', '/count/me', refuses)).json().error_code, 'overloaded');
    assert.equal((await post({}, undefined, '/count/me', refuses)).statusCode, 400, 'without a key nothing is kept');
    await refuses.close();
  });

  /** A node that stands still between its decision and its commit. */
  const held = (refusal?: Refusal) => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const node = countingServer(db, time, {
      decide: async () => {
        reached.resolve();
        await goOn.promise;
        return refusal;
      },
    });
    return { node, reached: reached.promise, goOn: goOn.resolve };
  };

  test('a node that was held up cannot do what another one has refused under the key', async () => {
    const slow = held();
    const other = refusing(soldOut());
    const earlier = await effects(db);
    const late = post({}, 'held-up-0123456789abc', '/count/me', slow.node);
    await slow.reached;
    assert.equal((await post({}, 'held-up-0123456789abc', '/count/me', other)).statusCode, 400);
    slow.goOn();
    const answer = await late;
    assert.deepEqual([answer.json().error_code, answer.headers['idempotent-replayed']], ['out_of_stock', 'true']);
    assert.equal(await effects(db), earlier);
    await Promise.all([slow.node.close(), other.close()]);
  });

  test('nor refuse what another one has done, whatever its reason', async () => {
    for (const code of ['out_of_stock', 'version_conflict'] as const) {
      const slow = held(new Refusal(code));
      const late = post({}, `held-up-${code}`, '/count/me', slow.node);
      await slow.reached;
      assert.equal((await post({}, `held-up-${code}`)).statusCode, 201);
      slow.goOn();
      const answer = await late;
      assert.deepEqual([answer.statusCode, answer.headers['idempotent-replayed']], [201, 'true'], code);
      await slow.node.close();
    }
  });

  test('twenty at once of which some would be refused have one outcome', async () => {
    let turn = 0;
    const moody = countingServer(db, time, {
      decide: async () => {
        turn += 1;
        return turn % 2 === 0 ? soldOut() : undefined;
      },
    });
    for (let round = 0; round < 10; round += 1) {
      const earlier = await effects(db);
      const own = `moody-0123456789-${round}`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, at) => post({}, own, '/count/me', at % 2 === 0 ? moody : app)),
      );
      const statuses = new Set(answers.map(({ statusCode }) => statusCode));
      assert.equal(statuses.size, 1);
      assert.equal(await effects(db), earlier + (statuses.has(201) ? 1 : 0));
      turn += 1;
    }
    await moody.close();
  });

  test('a key that is too short, too long or not plain is refused', async () => {
    for (const bad of ['short', 'a'.repeat(256), `spaces ${'a'.repeat(16)}`, '']) {
      const answer = await post({}, bad);
      assert.equal(answer.statusCode, 400, bad);
      assert.equal(answer.json().error_code, 'idempotency_key_invalid');
    }
  });

  test('after a day the key is free again, and its old record is replaced within the batch', async () => {
    const rows = () => count(db, 'select count(*) as n from idempotency');
    const [earlier, earlierRows] = [await effects(db), await rows()];
    time.now += lifetimeMs;
    const answer = await post({ entirely: 'different' }, key);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
    assert.deepEqual([await effects(db), await rows()], [earlier + 1, earlierRows]);
    assert.equal((await post({ entirely: 'different' }, key)).headers['idempotent-replayed'], 'true');
  });

  test('the sweep takes what has expired, step by step, and nothing else', async () => {
    const living = await count(db, `select count(*) as n from idempotency where expires_at > ${time.now}`);
    const all = await count(db, 'select count(*) as n from idempotency');
    assert.ok(living > 0 && all > living + 1);
    assert.equal(await sweepKeys(db, time.now, { size: 1, steps: 1 }), 1);
    assert.equal(await sweepKeys(db, time.now, { size: 2 }), all - living - 1);
    assert.equal(await count(db, 'select count(*) as n from idempotency'), living);
  });
});

describe('canonical JSON', () => {
  test('is one text for one value', () => {
    assert.equal(canonicalJson({ b: 1, a: [{ d: null, c: 'x' }] }), '{"a":[{"c":"x","d":null}],"b":1}');
    assert.equal(canonicalJson({ a: undefined }), '{}');
    assert.equal(canonicalJson(null), 'null');
  });
});
