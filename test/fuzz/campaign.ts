/** A round of the fuzzer on one engine: so many requests, in lanes that call at once, and what they found. */
import type { Engine } from '../databases.ts';
import { type Found, newFindings } from './findings.ts';
import { frame } from './framing.ts';
import { type FuzzRequest, wireOf } from './fuzz-request.ts';
import { type FuzzShop, openFuzzShop } from './fuzz-shop.ts';
import { type Finding, judgeOf } from './judge.ts';
import { type Lane, newLane } from './lane.ts';
import type { Api } from './operations.ts';
import type { Answer } from './send.ts';
import { newTally, type Tally } from './tally.ts';
import { makeVisits } from './visits.ts';

export type Campaign = {
  readonly requests: number;
  readonly seed: string;
  readonly lanes: number;
  /** Draws only operations whose name has this in it; the visits before are made whole, for what they leave behind. */
  readonly only?: string;
  /** Told about every thousand requests. */
  readonly onProgress?: (sent: number, findings: readonly Found[]) => void;
};
export type Outcome = Tally & {
  readonly engine: string;
  readonly seed: string;
  readonly shed: number;
  /** Of the server, in bytes. */
  readonly memory: { readonly atStart: number; readonly most: number };
  readonly findings: readonly Found[];
};

const BLOCK = 1_000;
const RAW_SHARE = 0.03;
const CHECKED_SHARE = 0.5;
/** Caches fill and the heap settles; what goes on growing has lost something. */
const MOST_GROWTH = 700_000_000;

const isCartWrite = ({ operation: { key }, caller }: FuzzRequest): boolean =>
  caller.startsWith('visitor') && /^(POST|PUT|PATCH|DELETE) \/service\/application\/cart\//.test(key);

export const drawnFrom = (api: Api, part: string): Api => ({
  ...api,
  operations: api.operations.filter(({ key }) => key.includes(part)),
});

/** Faults that no request was told about: of what a node does by itself with what was stored. */
const backgroundFaults = (printed: string): readonly Finding[] =>
  printed
    .split('\n')
    .filter((line) => line.startsWith('{"level":"error"') && !line.includes('"request_id"'))
    .map((line) => ({ kind: 'background', operation: 'the server', detail: line.slice(0, 1_500) }));

/** What is answered alike for ever, unless something got into what all objects share. */
const unchanging = async ({ ask }: FuzzShop): Promise<string> => {
  const answers = [await ask('GET /nowhere', []), await ask('GET /schemas/events', [])];
  return answers
    .map(({ status, body }) => `${status} ${body.toString().replace(/"request_id":"[^"]*"/, '')}`)
    .join('\n');
};

/** The version of the visitor's cart: nothing that was refused may change it. */
const versionOf = async ({ ask, credentialsOf }: FuzzShop, lane: Lane): Promise<string | undefined> => {
  const { headers } = await ask('GET /service/application/cart/v1.0/detail', credentialsOf(`visitor ${lane.number}`));
  return headers['etag']?.split('.')[0];
};

export const runCampaign = async (engine: Engine, api: Api, campaign: Campaign): Promise<Outcome> => {
  const { requests, seed, onProgress } = campaign;
  const shop = await openFuzzShop(engine, campaign.lanes);
  const judge = await judgeOf(api);
  const findings = newFindings(shop, judge);
  const drawn = drawnFrom(api, campaign.only ?? '');
  const tally = newTally(drawn);
  const memory = { atStart: await shop.memory(), most: 0 };

  const sent = async (lane: Lane, request: FuzzRequest): Promise<Answer | undefined> => {
    const answer = await shop.send(wireOf(request, shop.credentialsOf(request.caller)));
    tally.count(request.operation.key, 'silence' in answer ? 'none' : String(answer.status));
    for (const found of judge(request, answer)) await findings.tell(found, request, answer);
    if ('silence' in answer) return undefined;
    shop.learnCaller(request.caller, answer);
    lane.learn(request, answer);
    return answer;
  };
  const watched = async (lane: Lane, request: FuzzRequest): Promise<void> => {
    const before = await versionOf(shop, lane);
    const answer = await sent(lane, request);
    if (before === undefined || answer === undefined || answer.status < 400) return;
    tally.countChecked();
    const after = await versionOf(shop, lane);
    if (after === before) return;
    const detail = `refused with ${answer.status}, and the cart went from version ${before} to ${after}`;
    await findings.tell({ kind: 'stored', operation: request.operation.key, detail }, request, answer);
  };
  /** One after another when the lanes are still: staff and customers of other lanes may change a visitor's cart, too. */
  const aside: (() => Promise<void>)[] = [];
  const one = async (lane: Lane): Promise<void> => {
    const request = lane.next();
    if (isCartWrite(request) && lane.random.chance(CHECKED_SHARE)) aside.push(() => watched(lane, request));
    else await sent(lane, request);
  };

  const raw = async (lane: Lane): Promise<void> => {
    const [, credential = []] = shop.credentialsOf('application');
    const bytes = frame(credential.join(': '), lane.random);
    const said = await shop.sendBytes(bytes);
    tally.count('raw bytes', 'raw');
    const bad = /^HTTP\/1\.1 (5\d\d) /m.exec(said)?.[1];
    if (bad === undefined || (bad === '503' && /^retry-after:/im.test(said))) return;
    const finding = { kind: 'fault', operation: 'raw bytes', detail: `${bad} ${said.slice(0, 200)}` };
    findings.add(finding, `echo ${bytes.toString('base64')} | base64 -d | nc 127.0.0.1 ${new URL(shop.base).port}`);
  };

  const lanes = Array.from({ length: campaign.lanes }, (_, number) => newLane(drawn, shop, seed, number));
  const runBlock = async (size: number): Promise<void> => {
    let left = size;
    const run = async (lane: Lane): Promise<void> => {
      while (left > 0 && shop.isServing()) {
        left -= 1;
        await (lane.random.chance(RAW_SHARE) ? raw(lane) : one(lane));
      }
    };
    await Promise.all(lanes.map(run));
    for (const look of aside.splice(0)) if (shop.isServing()) await look();
  };

  try {
    await makeVisits(api, shop, lanes);
    const calm = await unchanging(shop);
    for (let begun = 0; begun < requests && shop.isServing(); begun += BLOCK) {
      await runBlock(Math.min(BLOCK, requests - begun));
      if (!shop.isServing()) break;
      await shop.heal();
      const now = await unchanging(shop);
      if (now !== calm) findings.add({ kind: 'polluted', operation: 'the server', detail: `${calm} became ${now}` });
      memory.most = Math.max(memory.most, await shop.memory());
      onProgress?.(Math.min(requests, begun + BLOCK), findings.all());
    }
    for (const finding of backgroundFaults(shop.printed())) findings.add(finding);
    if (memory.most - memory.atStart > MOST_GROWTH) {
      findings.add({ kind: 'memory', operation: 'the server', detail: JSON.stringify(memory) });
    }
    if (!shop.isServing()) {
      findings.add({ kind: 'ended', operation: 'the server', detail: shop.printed().slice(-2_000) });
    }
    return { engine: engine.name, seed, ...tally.told(), shed: shop.shed(), memory, findings: findings.all() };
  } finally {
    await shop.stop();
  }
};
