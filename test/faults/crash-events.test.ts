import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whyNoPostgres } from '../postgres-server.ts';
import { crashCampaign } from './crash-campaign.ts';
import { eventLoad } from './crash-events.ts';
import type { Victim } from './crash-scene.ts';

const ROUNDS = 2;
const nodes: readonly Victim[] = ['sqlite node', 'postgres node'];

describe('kill -9 while events come in', { concurrency: true }, () => {
  for (const victim of nodes) {
    const skip = victim === 'sqlite node' || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`to a ${victim}: nothing acknowledged is lost, and what is sent again is stored and counted once`, {
      skip,
    }, async () => {
      const { acknowledged, stored, repeated, broken } = await crashCampaign(victim, ROUNDS, eventLoad());
      assert.deepEqual(broken, []);
      assert.equal(stored, acknowledged);
      assert.ok(acknowledged >= ROUNDS * 100, 'the load was really running');
      assert.ok(repeated > 0, 'the kills fell into calls');
    });
  }
});
