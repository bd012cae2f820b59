/** `npm run crash-test [-- --rounds 100]`: the long form of crash.test.ts, with progress. */
import { parseArgs } from 'node:util';
import { crashCampaign, type Victim } from './crash-campaign.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } });
const rounds = Number(values.rounds);
const victims: readonly Victim[] = ['sqlite node', 'postgres node', 'postgres server'];
let failed = 0;
for (const victim of victims) {
  const { acknowledged, stored, counted, lost, torn } = await crashCampaign(victim, rounds, (round, soFar) => {
    process.stderr.write(`\r${victim}: round ${round} of ${rounds}, ${soFar} batches acknowledged `);
  });
  const good = lost.length === 0 && torn.length === 0 && counted === stored;
  if (!good) failed += 1;
  process.stderr.write('\n');
  console.log(
    `${victim}: ${rounds} kills, ${acknowledged} acknowledged, ${stored} stored, ${lost.length} lost, ${torn.length} torn: ${good ? 'holds' : 'BROKEN'}`,
  );
}
process.exitCode = failed;
