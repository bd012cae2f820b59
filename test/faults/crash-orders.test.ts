import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whyNoPostgres } from '../postgres-server.ts';
import { crashCampaign } from './crash-campaign.ts';
import { orderLoad } from './crash-orders.ts';
import type { Victim } from './crash-scene.ts';

const ROUNDS = 1;
const nodes: readonly Victim[] = ['sqlite node', 'postgres node'];

describe('kill -9 during checkouts', { concurrency: true }, () => {
  for (const victim of nodes) {
    const skip = victim === 'sqlite node' || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`of a ${victim}: no order without its stock, coupon and share of a budget, and none twice`, {
      skip,
    }, async () => {
      const { acknowledged, stored, broken } = await crashCampaign(victim, ROUNDS, orderLoad());
      assert.deepEqual(broken, []);
      assert.equal(stored, acknowledged);
      assert.ok(acknowledged >= ROUNDS * 5, 'the load was really running');
    });
  }
});
