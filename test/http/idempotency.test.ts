import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { type Database, DatabaseError, type Statement } from '../../src/db/database.ts';
import { canonicalJson } from '../../src/http/canonical-json.ts';
import { keyUse, lifetimeMs, onceByKey, sweepExpired } from '../../src/http/idempotency.ts';
import { createServer } from '../../src/http/server.ts';
import { forEachEngine } from '../databases.ts';
import { sampleOptions } from './sample-server.ts';

const key = 'order-0123456789abcdef';
const count = async (db: Database, sql: string): Promise<number> => (await db.one<{ n: number }>(sql))?.n ?? 0;
const takeNumber: Statement = {
  sql: `insert into counter (name, value) values ('effects', 1)
    on conflict (name) do update set value = counter.value + 1`,
};
const effects = (db: Database) => count(db, "select value as n from counter where name = 'effects'");

/** A route whose effect is to count; `commit` is the database's unless a test loses its answer. */
const countingServer = (db: Database, time: { now: number }, commit = db.commit): FastifyInstance => {
  const app = createServer(sampleOptions());
  app.post('/count/:owner', { config: { access: { kind: 'public' } } }, async (request, reply) => {
    const { owner } = request.params as { owner: string };
    return onceByKey(db, reply, keyUse(request, owner, time.now), {
      run: async (remember) => {
        const outcome = { status: 201, document: { made: time.now } };
        await commit([...remember(outcome), takeNumber]);
        return reply.code(201).send(outcome.document);
      },
      replay: async ({ status, document }) => reply.code(status).send(document),
    });
  });
  return app;
};

forEachEngine((engine) => {
  const time = { now: Date.UTC(2026, 5, 1) };
  let db: Database;
  let close: () => Promise<void>;
  let app: FastifyInstance;
  before(async () => {
    ({ db, close } = await engine.open());
    app = countingServer(db, time);
  });
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
    const lossy = countingServer(db, time, async (batch) => {
      await db.commit(batch);
      throw new DatabaseError('unknown');
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
    const broken = countingServer(db, time, async () => {
      throw new DatabaseError('busy');
    });
    assert.equal((await post({}, 'failed-first-0123456789', '/count/me', broken)).statusCode, 503);
    assert.equal((await post({}, 'failed-first-0123456789')).statusCode, 201);
    await broken.close();
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
    assert.equal(await sweepExpired(db, time.now, 1, 1), 1);
    assert.equal(await sweepExpired(db, time.now, 2), all - living - 1);
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
