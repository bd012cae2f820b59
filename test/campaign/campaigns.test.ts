/** `npm run campaign`: rounds that are remembered, continued and told. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { begun, type CampaignResult, outcomeOf, roundsLeft, seedOfRound, withRound } from './campaign-rules.ts';
import { type Campaign, campaigns } from './campaigns.ts';
import { guards, withoutGuard } from './guards.ts';
import { performCampaign } from './perform-campaign.ts';

const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('campaigns', () => {
  test('have names of their own, and run files that are there with seeds of their own', () => {
    assert.equal(new Set(campaigns.map(({ name }) => name)).size, campaigns.length);
    for (const { name, round, rounds } of campaigns) {
      const [file, ...rest] = round(0, 1).args;
      const tests = rest.filter((word) => word.endsWith('.test.ts'));
      for (const each of [file, ...tests]) assert.ok(each !== undefined && existsSync(each), `${name}: ${each}`);
      assert.ok(rounds > 0);
    }
    const move = campaigns.find(({ name }) => name === 'move');
    assert.deepEqual(move?.round(0, 7, 500).args.slice(1), ['500', '6', '7']);
    const drawn = Array.from({ length: 1000 }, (_, at) => seedOfRound(7, at));
    assert.equal(new Set(drawn).size, 1000);
    assert.ok(drawn.every((seed) => Number.isSafeInteger(seed) && seed >= 0));
  });

  test('know guards that are there, and tests for each', () => {
    assert.ok(guards.length > 30);
    for (const guard of guards) {
      const source = readFileSync(guard.file, 'utf8');
      const without = withoutGuard(source, guard);
      assert.ok(without !== undefined && without !== source, `${guard.file}: ${guard.find}`);
      for (const file of guard.tests) assert.ok(existsSync(file), file);
    }
  });

  test('ask again what failed and what is missing, and hold when every round does', () => {
    const round = (number: number, code: number | null) => ({
      number,
      code,
      seed: 1,
      command: '',
      seconds: 1,
      outcome: '',
    });
    const fresh = begun({ campaign: 'x', version: '1', seed: 1, wanted: 3 });
    const half = withRound(withRound(fresh, round(0, 0)), round(2, 1));
    assert.deepEqual([half.verdict, roundsLeft(half)], ['BROKEN', [1, 2]]);
    const whole = withRound(withRound(half, round(2, 0)), round(1, 0));
    assert.deepEqual([whole.verdict, roundsLeft(whole)], ['holds', []]);
    assert.equal(withRound(fresh, round(0, null)).verdict, 'BROKEN');
    assert.deepEqual([outcomeOf(['a', '{"n":1}', '']), outcomeOf(['three of three '])], [{ n: 1 }, 'three of three']);
  });

  test('keep what each round said, and go on where they were left', async () => {
    const script = join(folder, 'round.mjs');
    writeFileSync(
      script,
      `import { existsSync } from 'node:fs';
console.log(JSON.stringify({ of: process.argv[2], seed: process.env.CARTWRIGHT_TEST_SEED }));
process.exitCode = process.argv[2] === '1' && !existsSync(${JSON.stringify(join(folder, 'mended'))}) ? 1 : 0;`,
    );
    const campaign: Campaign = {
      name: 'own',
      proves: '',
      takes: '',
      rounds: 2,
      round: (number, seed) => ({
        args: [script, String(number)],
        environment: { CARTWRIGHT_TEST_SEED: String(seed) },
      }),
    };
    const file = join(folder, 'own.json');
    const asked = { file, rounds: 2, seed: 9, version: '1', print: () => {} };
    const first = await performCampaign(campaign, { ...asked, resume: false });
    assert.deepEqual(
      first.rounds.map(({ code, outcome }) => [code, outcome]),
      [
        [0, { of: '0', seed: String(seedOfRound(9, 0)) }],
        [1, { of: '1', seed: String(seedOfRound(9, 1)) }],
      ],
    );
    assert.equal(first.verdict, 'BROKEN');
    writeFileSync(join(folder, 'mended'), '');
    const second = await performCampaign(campaign, { ...asked, rounds: 3, seed: 1, resume: true });
    assert.deepEqual([second.verdict, second.seed, second.rounds.length], ['holds', 9, 3]);
    assert.deepEqual(second.rounds[0], first.rounds[0], 'what held is not asked again');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')) as CampaignResult, second);
  });
});
