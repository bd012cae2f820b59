/** Runs the rounds of a campaign that are left, one after another, and writes its result after each: whoever stops it loses one. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import {
  begun,
  type CampaignResult,
  continued,
  outcomeOf,
  type RoundResult,
  roundsLeft,
  seedOfRound,
  withRound,
} from './campaign-rules.ts';
import type { Campaign } from './campaigns.ts';

export type Performance = {
  /** Where the result is kept. */
  readonly file: string;
  readonly rounds: number;
  readonly seed: number;
  /** Of what a round is about, where it has one. */
  readonly size?: number | undefined;
  readonly resume: boolean;
  readonly version: string;
  readonly print: (line: string) => void;
};

const LINES_KEPT = 40;

const earlierResult = (file: string): CampaignResult | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as CampaignResult;
  } catch {
    return undefined; // there is none
  }
};

/** In one step, so that a campaign that is killed while it writes can still be continued. */
const write = (file: string, result: CampaignResult): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(result, null, 2)}\n`);
  renameSync(`${file}.part`, file);
};

const runRound = async (
  { round }: Campaign,
  { number, seed, size }: Pick<RoundResult, 'number' | 'seed'> & Pick<Performance, 'size'>,
  print: (line: string) => void,
): Promise<RoundResult> => {
  const { args, environment = {} } = round(number, seed, size);
  const begins = performance.now();
  const child = spawn(process.execPath, ['bin/run.js', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const hear = async (stream: Readable): Promise<void> => {
    for await (const line of createInterface({ input: stream })) {
      print(`  ${line}`);
      lines.push(line);
      if (lines.length > LINES_KEPT) lines.shift();
    }
  };
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  const [code] = await Promise.all([ended, hear(child.stdout), hear(child.stderr)]);
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
  return {
    number,
    seed,
    command: `${variables.join('')}node bin/run.js ${args.join(' ')}`,
    code,
    seconds: Math.round((performance.now() - begins) / 1000),
    outcome: outcomeOf(lines),
    ...(code === 0 ? {} : { output: lines }),
  };
};

export const performCampaign = async (campaign: Campaign, asked: Performance): Promise<CampaignResult> => {
  const { file, rounds: wanted, seed, size, version, print } = asked;
  const earlier = asked.resume ? earlierResult(file) : undefined;
  let result =
    earlier === undefined ? begun({ campaign: campaign.name, version, seed, wanted }) : continued(earlier, wanted);
  for (const number of roundsLeft(result)) {
    const own = seedOfRound(result.seed, number);
    print(`${campaign.name}: round ${number + 1} of ${wanted}, seed ${own}`);
    const done = await runRound(campaign, { number, seed: own, size }, print);
    result = withRound(result, done);
    write(file, result);
    print(`${campaign.name}: round ${number + 1} ${done.code === 0 ? 'holds' : 'BROKEN'} after ${done.seconds} s`);
  }
  return result;
};
