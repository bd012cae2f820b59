import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whyNoPostgres } from '../postgres-server.ts';
import { crashCampaign } from './crash-campaign.ts';
import { cartLoad } from './crash-carts.ts';
import { type Victim, workers } from './crash-scene.ts';

const ROUNDS = 2;
const nodes: readonly Victim[] = ['sqlite node', 'postgres node', ...(process.platform === 'linux' ? workers : [])];

describe('kill -9 during concurrent adds', { concurrency: true }, () => {
  for (const victim of nodes) {
    const skip = victim.startsWith('sqlite') || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`of a ${victim}: nothing acknowledged is lost, and what is repeated counts once`, { skip }, async () => {
      const { acknowledged, stored, repeated, broken } = await crashCampaign(victim, ROUNDS, cartLoad());
      assert.deepEqual(broken, []);
      assert.equal(stored, acknowledged);
      assert.ok(acknowledged >= ROUNDS * 10, 'the load was really running');
      assert.ok(repeated >= ROUNDS, 'the kills fell into calls');
    });
  }
});
