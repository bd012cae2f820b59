import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whyNoPostgres } from '../postgres-server.ts';
import { whyNoNats } from '../webhooks/sinks/nats-server.ts';
import { brokerCampaign } from './crash-broker.ts';

const ROUNDS = 2;

describe('kill -9 of a broker while events come in', { skip: whyNoNats() ?? false }, () => {
  for (const victim of ['sqlite node', 'postgres node'] as const) {
    const skip = victim === 'sqlite node' || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`of a ${victim}: every event is taken, and is in the stream once`, { skip }, async () => {
      const { acknowledged, published, broken } = await brokerCampaign(victim, ROUNDS);
      assert.deepEqual(broken, []);
      assert.equal(published, acknowledged);
      assert.ok(acknowledged >= ROUNDS * 10, 'the load was really running');
    });
  }
});
