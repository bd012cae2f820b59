import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whyNoPostgres } from '../postgres-server.ts';
import { batchLoad } from './crash-batches.ts';
import { crashCampaign } from './crash-campaign.ts';
import { victims } from './crash-scene.ts';

const ROUNDS = 4;

describe('kill -9 during concurrent commits', () => {
  for (const victim of victims) {
    const skip = victim === 'sqlite node' || process.env['CI'] ? false : (whyNoPostgres() ?? false);
    test(`of a ${victim}: nothing acknowledged is lost and no batch is half written`, { skip }, async () => {
      const { acknowledged, stored, counted, lost, torn } = await crashCampaign(victim, ROUNDS, batchLoad());
      assert.deepEqual(lost, []);
      assert.deepEqual(torn, []);
      assert.ok(acknowledged >= ROUNDS * 10, 'the load was really running');
      assert.ok(stored >= acknowledged);
      assert.equal(counted, stored, 'every batch raised its counter exactly once');
    });
  }
});
