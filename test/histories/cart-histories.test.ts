/**
 * Four people at two nodes write and read one cart at once, with and without If-Match. There is an order of all calls in which a
 * simple cart answers each of them as it was answered: lines and version.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { type Answer, type Call, openCartServer, quantities } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { runs } from '../laws/runs.ts';
import { type Effect, orderOf, overlapping, told } from './history.ts';

type Cart = { readonly lines: Readonly<Record<string, number>>; readonly version: number };

const STOCK = 9;
const detail = '/v1.0/detail?i=true';
const stepArb = fc.record({
  what: fc.constantFrom('add', 'add', 'add', 'set', 'remove', 'read', 'read'),
  item: fc.integer({ min: 1, max: 2 }),
  quantity: fc.integer({ min: 1, max: 4 }),
  /** Only if the cart is as this person saw it last. */
  guarded: fc.boolean(),
});
type Step = typeof stepArb extends fc.Arbitrary<infer One> ? One : never;

const keyOf = ({ item }: Step): string => `${item}_M`;

const linesAfter = (lines: Cart['lines'], step: Step): Cart['lines'] => {
  const { [keyOf(step)]: had, ...others } = lines;
  const wanted = step.what === 'add' ? (had ?? 0) + step.quantity : step.quantity;
  if (step.what === 'remove') return others;
  const isTaken = wanted <= STOCK && (step.what === 'add' || had !== undefined);
  return step.what === 'read' || !isTaken ? lines : { ...lines, [keyOf(step)]: wanted };
};
const named = (lines: Cart['lines']): string =>
  JSON.stringify(Object.entries(lines).toSorted(([one], [other]) => one.localeCompare(other)));

const effectOf =
  (step: Step, given: string | undefined, answer: Answer): Effect<Cart> =>
  ({ lines, version }) => {
    if (answer.status === 412) return given === `${version}` ? undefined : { lines, version };
    if (given !== undefined && given !== `${version}`) return undefined;
    const next = linesAfter(lines, step);
    const now = Number(versionOf(answer));
    const cart = (step.what === 'read' ? answer.body : answer.body.cart) as CartDetail;
    if (answer.status !== 200 || named(quantities(cart)) !== named(next)) return undefined;
    // What changes nothing may be written or not.
    const versions = named(next) === named(lines) ? [version, version + (step.what === 'read' ? 0 : 1)] : [version + 1];
    return versions.includes(now) ? { lines: next, version: now } : undefined;
  };
const versionOf = ({ headers }: Answer): string => headers['etag']?.slice(1).split('.')[0] ?? '0';

const send = (call: Call, step: Step, headers: Readonly<Record<string, string>>): Promise<Answer> => {
  if (step.what === 'read') return call('GET', detail, undefined, headers);
  const items = [{ item_id: step.item, item_size: 'M', quantity: step.quantity }];
  if (step.what === 'add') return call('POST', detail, { items }, headers);
  const operation = step.what === 'set' ? 'update_item' : 'remove_item';
  return call('PUT', detail, { operation, items }, headers);
};

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  const second = await server.secondNode();
  after(async () => {
    await second.close();
    await server.close();
  });
  for (const item of [1, 2]) await server.shop.sell(item, [{ quantity: STOCK }]);
  let people = 0;

  test('a cart answers many at once as if they had come one after another', async () => {
    const clients = fc.array(fc.array(stepArb, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 });
    const property = fc.asyncProperty(clients, async (all) => {
      people += 1;
      const { known } = await server.customer(`history-${people}`);
      const callsOf = (steps: readonly Step[], at: number) => {
        const { call } = at % 2 === 0 ? server : second;
        let tag: string | undefined;
        return steps.map((step) => ({
          name: JSON.stringify(step),
          call: async (): Promise<Effect<Cart>> => {
            const given = step.guarded && step.what !== 'read' ? tag : undefined;
            const answer = await send(call, step, {
              ...known(),
              ...(given === undefined ? {} : { 'if-match': given }),
            });
            tag = answer.headers['etag'] ?? tag;
            return effectOf(step, given?.slice(1).split('.')[0], answer);
          },
        }));
      };
      const history = await overlapping(all.map(callsOf));
      assert.ok(orderOf({ lines: {}, version: 0 }, history), told(history));
    });
    await fc.assert(property, { numRuns: runs(12) });
  });
});
