/**
 * `npm run fuzz -- 200000 [--seed 7] [--engine sqlite] [--only /cart/]`: sends so many requests to a demo shop of its own,
 * near-valid, hostile and broken, and tells every answer that is a fault, is not as openapi.json says it is, or says what it should not.
 *
 * The last line is the outcome as JSON. Ends with 1 when something was found. The same seed draws the same requests.
 */
import { parseArgs } from 'node:util';
import { engines } from '../databases.ts';
import { drawnFrom, type Outcome, runCampaign } from './campaign.ts';
import type { Found } from './findings.ts';
import { readApi } from './operations.ts';
import { useScratchFolder } from '../scratch-folder.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    engine: { type: 'string', default: 'sqlite' },
    lanes: { type: 'string', default: '8' },
    only: { type: 'string', default: '' },
  },
});
const requests = Number(positionals[0] ?? 5_000);
const engine = engines.find(({ name }) => name === values.engine);
if (engine === undefined || !Number.isSafeInteger(requests)) {
  console.error('usage: npm run fuzz -- REQUESTS [--seed N] [--engine sqlite|postgres] [--lanes 8] [--only PART]');
  process.exit(2);
}

useScratchFolder();
const api = await readApi();
const { operations } = drawnFrom(api, values.only);
if (operations.length === 0) {
  console.error(
    `no operation has ${values.only} in its name; names are like GET /service/application/cart/v1.0/detail`,
  );
  process.exit(2);
}
console.log(`${requests} requests to ${operations.length} operations on ${engine.name}, seed ${values.seed}`);
let told = 0;
/** As soon as they are known: a long round may be ended before it is through. */
const tell = (findings: readonly Found[]): void => {
  for (const { kind, operation, detail, curl, again, logged, times } of findings.slice(told)) {
    const often = `${times} times${again ? '' : ', not by this request alone'}`;
    console.log(`\n${kind}: ${operation} (${often})\n  ${detail}\n  ${curl}\n${logged}`);
  }
  told = findings.length;
};
const onProgress = (sent: number, findings: readonly Found[]): void => {
  console.log(`${new Date().toISOString().slice(11, 19)} ${sent} sent, ${findings.length} findings`);
  tell(findings);
};
const outcome: Outcome = await runCampaign(engine, api, {
  requests,
  seed: values.seed,
  lanes: Number(values.lanes),
  only: values.only,
  onProgress,
});
tell(outcome.findings);
console.log(JSON.stringify(outcome));
process.exit(outcome.findings.length > 0 ? 1 : 0);
