import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crashCampaign } from '../faults/crash-campaign.ts';
import type { Victim } from '../faults/crash-scene.ts';
import { whyNoPostgres } from '../postgres-server.ts';
import { deliveryLoad } from './crash-deliveries.ts';

const ROUNDS = 2;
const EVENTS = 125;
const victims: readonly Victim[] = ['sqlite node', 'postgres node'];

describe('kill -9 of the process that delivers', { concurrency: true }, () => {
  for (const victim of victims) {
    const skip = victim === 'sqlite node' || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`on a ${victim}: every event arrives, and a repeat has the same id`, { skip }, async () => {
      const { wanted, received, broken } = await crashCampaign(victim, ROUNDS, deliveryLoad(EVENTS));
      assert.deepEqual(broken, []);
      assert.equal(received, wanted);
      assert.equal(wanted, ROUNDS * EVENTS * 2);
    });
  }
});
