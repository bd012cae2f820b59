/**
 * `npm run crash-test [-- --carts | --orders | --events | --broker] [--rounds 100] [--victim 'postgres worker']`: the long form of the crash
 * tests, with progress. Of workers only carts are written; a broker is killed while its node lives.
 */
import { parseArgs } from 'node:util';
import { batchesHold, batchLoad } from './crash-batches.ts';
import { crashCampaign, type Load, type OnRound } from './crash-campaign.ts';
import { cartLoad } from './crash-carts.ts';
import { eventLoad } from './crash-events.ts';
import { orderLoad } from './crash-orders.ts';
import { brokerCampaign } from './crash-broker.ts';
import { type Victim, victims, workers } from './crash-scene.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    carts: { type: 'boolean', default: false },
    orders: { type: 'boolean', default: false },
    events: { type: 'boolean', default: false },
    broker: { type: 'boolean', default: false },
    victim: { type: 'string', default: '' },
  },
});
const rounds = Number(values.rounds);

type Verdict = { readonly good: boolean; readonly words: string };
const run = <T>(victim: Victim, load: Load<T>, judge: (finding: T) => Verdict): Promise<boolean> =>
  told(victim, async (onRound) => judge(await crashCampaign(victim, rounds, load, onRound)));
const told = async (victim: Victim, work: (onRound: OnRound) => Promise<Verdict>): Promise<boolean> => {
  const onRound: OnRound = (round, soFar) =>
    process.stderr.write(`\r${victim}: round ${round} of ${rounds}, ${soFar} acknowledged `);
  const { good, words } = await work(onRound);
  process.stderr.write('\n');
  console.log(`${victim}: ${rounds} kills, ${words}: ${good ? 'holds' : 'BROKEN'}`);
  return good;
};

type Repeated = {
  readonly acknowledged: number;
  readonly stored: number;
  readonly repeated: number;
  readonly replayed: number;
  readonly broken: readonly string[];
};
const judgeRepeated =
  (calls: string, kept: string) =>
  ({ acknowledged, stored, repeated, replayed, broken }: Repeated): Verdict => ({
    good: broken.length === 0 && stored === acknowledged,
    words: [
      `${acknowledged} ${calls} acknowledged, ${stored} ${kept} stored`,
      `${repeated} repeated with their key, of which ${replayed} had happened`,
      ...broken,
    ].join(', '),
  });

const campaign = (victim: Victim): Promise<boolean> => {
  if (values.broker) {
    return told(victim, async (onRound) => {
      const { acknowledged, published, broken } = await brokerCampaign(victim, rounds, onRound);
      const words = [`${acknowledged} events acknowledged, ${published} published`, ...broken].join(', ');
      return { good: broken.length === 0, words };
    });
  }
  if (values.orders) return run(victim, orderLoad(), judgeRepeated('checkouts', 'orders'));
  if (values.carts) return run(victim, cartLoad(), judgeRepeated('adds', 'units'));
  if (values.events) {
    return run(victim, eventLoad(), ({ acknowledged, stored, repeated, replayed, broken }) => ({
      good: broken.length === 0 && stored === acknowledged,
      words: `${acknowledged} events acknowledged, ${stored} stored, ${broken.length} lost, ${repeated} sent again, of which ${replayed} were known`,
    }));
  }
  return run(victim, batchLoad(), (finding) => ({
    good: batchesHold(finding),
    words: `${finding.acknowledged} acknowledged, ${finding.stored} stored, ${finding.lost.length} lost, ${finding.torn.length} torn`,
  }));
};

let failed = 0;
const usual = values.broker ? victims.filter((victim) => victim.endsWith('node')) : victims;
const chosen = [...victims, ...workers].filter((victim) => victim === values.victim);
for (const victim of values.victim === '' ? usual : chosen) if (!(await campaign(victim))) failed += 1;
process.exitCode = failed;
