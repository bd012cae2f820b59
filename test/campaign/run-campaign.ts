/**
 * `npm run campaign [-- NAME [--rounds N] [--seed N] [--size N] [--resume]]`: runs a long campaign round by round, or lists those there are.
 *
 * The result is data/campaigns/NAME.json: every round with its seed, its command, its last line and what it ended with. `--resume` goes
 * on where it was left and asks again what failed. Ends with 0 when every round holds.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { campaigns } from './campaigns.ts';
import { performCampaign } from './perform-campaign.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    size: { type: 'string' },
    resume: { type: 'boolean', default: false },
  },
});

const list = (): string =>
  campaigns
    .flatMap(({ name, proves, takes, rounds }) => [
      `${name.padEnd(16)} ${proves}`,
      `${' '.repeat(17)}${rounds} round${rounds === 1 ? '' : 's'} of ${takes}`,
    ])
    .join('\n');

const [name] = positionals;
const campaign = campaigns.find((each) => each.name === name);
const rounds = Number(values.rounds ?? campaign?.rounds ?? 1);
const seed = Number(values.seed);
const size = values.size === undefined ? undefined : Number(values.size);
if (campaign === undefined || ![rounds, seed, size ?? 0].every((given) => Number.isSafeInteger(given) && given >= 0)) {
  console.log('usage: npm run campaign -- NAME [--rounds N] [--seed N] [--size N] [--resume]\n');
  console.log(list());
  process.exit(name === undefined ? 0 : 2);
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const file = `data/campaigns/${campaign.name}.json`;
const result = await performCampaign(campaign, {
  file,
  rounds,
  seed,
  size,
  resume: values.resume,
  version,
  print: (line) => console.log(line),
});
const good = result.rounds.filter(({ code }) => code === 0).length;
console.log(`${campaign.name}: ${good} of ${result.wanted} rounds hold, ${result.verdict}; ${file}`);
process.exitCode = result.verdict === 'holds' ? 0 : 1;
