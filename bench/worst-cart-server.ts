/**
 * The demo shop as it ships, on SQLite and with enough of everything in stock. Says what calls took: CPU of this process,
 * and the longest time in which nothing else could run. Run by bench/worst-cart.ts.
 */
import { setImmediate } from 'node:timers/promises';
import { engines } from '../test/databases.ts';
import { openShippedShop } from '../test/demo/shipped-shop.ts';

export type Line = { readonly item_id: number; readonly item_size: string; readonly article_id: string };
export type Served = {
  readonly url: string;
  readonly authorization: string;
  /** Of different products first. */
  readonly lines: readonly Line[];
};
/** What calls took since `cpu` or `turns` was said. Turns are watched only when asked for, because that takes CPU. */
export type Taken = { readonly cpuMicros: number; readonly heldMs: number; readonly heldCpuMs: number };

const engine = engines.find(({ name }) => name === 'sqlite');
if (engine === undefined) throw new Error('SQLite is always there');
/** Without kept answers: what is measured is the work of making one. */
const environment = { CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '10000000', CARTWRIGHT_VIEW_CACHE: 'off' };
const shop = await openShippedShop(engine, environment);
const { application_id: id, application_token: token } = shop.credentials;

const must = async (method: string, path: string, body: unknown): Promise<void> => {
  const answer = await shop.service(method, `/service/platform/${path}`, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
};
const place = 'v1.0/company/{company}/application/{application}';
const many = 1_000_000;
const perShopper = { orders_per_shopper: many, unpaid_orders_per_shopper: many, shares_per_shopper: many };
const bytes = { bytes_per_shopper: 1e9, bytes_per_address: 1e9 };
const quotas = { ...perShopper, ...bytes, unpaid_orders_per_address: many, carts_per_shopper: many };
await must('PATCH', `configuration/${place}`, { quotas });
const configuration = { max_cart_items: 500, pan_card: { enabled: false } };
await must('PUT', `cart/${place}/cart_configuration/${id}`, configuration);

const rows = await shop.node.db.all<{ uid: string; item_id: number; size: string }>(
  'select uid, item_id, size from article where is_active = 1 order by uid limit 5000',
);
for (let at = 0; at < rows.length; at += 500) {
  const stock = rows.slice(at, at + 500).map(({ uid }) => ({ uid, quantity: many }));
  await must('PUT', 'catalog/v1.0/company/{company}/inventory', stock);
}
const products = [...Map.groupBy(rows, ({ item_id }) => item_id).values()];
const lines = Array.from({ length: 20 }, (_, turn) => products.flatMap((own) => own[turn] ?? []))
  .flat()
  .map(({ uid, item_id, size }): Line => ({ item_id, item_size: size, article_id: uid }));

/** The longest turn of the loop: by the clock, and by the CPU of this thread alone, which a busy machine does not lengthen. */
const watchTurns = () => {
  const held = { ms: 0, cpuMs: 0 };
  let watching = true;
  let [at, cpuAt] = [performance.now(), process.threadCpuUsage()];
  const turn = (): void => {
    const [now, { user, system }] = [performance.now(), process.threadCpuUsage()];
    held.ms = Math.max(held.ms, now - at);
    held.cpuMs = Math.max(held.cpuMs, (user + system - cpuAt.user - cpuAt.system) / 1000);
    [at, cpuAt] = [now, { user, system }];
    if (watching) void setImmediate().then(turn);
  };
  void setImmediate().then(turn);
  return () => {
    watching = false;
    return held;
  };
};

let cpu = process.cpuUsage();
let stopWatch = watchTurns();
stopWatch();
const tellTaken = async (): Promise<void> => {
  const { user, system } = process.cpuUsage(cpu);
  await setImmediate(); // the turn that answered is seen by the watch at its end
  await setImmediate();
  const { ms, cpuMs } = stopWatch();
  const taken: Taken = { cpuMicros: user + system, heldMs: ms, heldCpuMs: cpuMs };
  process.send?.(taken);
};
process.on('message', (ask: 'cpu' | 'turns' | 'taken') => {
  if (ask === 'turns') stopWatch = watchTurns();
  if (ask === 'taken') void tellTaken();
  else {
    cpu = process.cpuUsage();
    process.send?.('ready');
  }
});
process.on('disconnect', () => process.exit(0));
const served: Served = {
  url: shop.url,
  authorization: `Bearer ${Buffer.from(`${id}:${token}`).toString('base64')}`,
  lines,
};
process.send?.(served);
