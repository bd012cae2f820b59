/** `npm run webhooks-long [-- --seeds 100000 --deliveries 20000]`: the long forms of the simulation and of the crash test. */
import { parseArgs } from 'node:util';
import { crashCampaign } from '../faults/crash-campaign.ts';
import type { Victim } from '../faults/crash-scene.ts';
import { deliveryLoad } from './crash-deliveries.ts';
import { openMemory } from './simulation/memory-database.ts';
import { simulate } from './simulation/simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100000' },
    from: { type: 'string', default: '1' },
    deliveries: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '40' },
  },
});

const runSeeds = async (from: number, count: number): Promise<boolean> => {
  const db = openMemory();
  let [sent, bad] = [0, 0];
  for (let seed = from; seed < from + count; seed += 1) {
    const finding = await simulate(db, seed);
    sent += finding.sent;
    if (finding.broken.length > 0) {
      bad += 1;
      console.log(finding.broken.join('\n'));
    }
    if (seed % 500 === 0) process.stderr.write(`\rseed ${seed}, ${sent} attempts `);
  }
  process.stderr.write('\n');
  console.log(`${count} worlds, ${sent} attempts, ${bad} broken`);
  return bad === 0;
};

/** Each event goes to two receivers. */
const runCrashes = async (victim: Victim, deliveries: number, rounds: number): Promise<boolean> => {
  const load = deliveryLoad(Math.ceil(deliveries / rounds / 2));
  const finding = await crashCampaign(victim, rounds, load, (round, received) =>
    process.stderr.write(`\r${victim}: round ${round} of ${rounds}, ${received} received `),
  );
  process.stderr.write('\n');
  const { wanted, received, repeated, broken } = finding;
  const isGood = broken.length === 0 && received === wanted;
  console.log(
    `${victim}: ${rounds} kills, ${received} of ${wanted} arrived, ${repeated} more than once: ${isGood ? 'holds' : 'BROKEN'}`,
  );
  for (const line of broken.slice(0, 20)) console.log(`  ${line}`);
  return isGood;
};

const seeds = Number(values.seeds);
const deliveries = Number(values.deliveries);
const results = [seeds > 0 ? await runSeeds(Number(values.from), seeds) : true];
if (deliveries > 0) {
  for (const victim of ['sqlite node', 'postgres node'] as const) {
    results.push(await runCrashes(victim, deliveries, Number(values.rounds)));
  }
}
process.exitCode = results.every(Boolean) ? 0 : 1;
