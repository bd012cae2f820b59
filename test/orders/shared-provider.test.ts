/** Whoever asks a payment provider for much at once keeps nobody else from it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shopper } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { openProviderShop } from './provider-shop.ts';

const PLACES_OF_ONE = 12;

type Begun = { readonly id: string; readonly shopper: Shopper; readonly reference: string; readonly from: string };

forEachEngine(async (engine) => {
  const { server, providers, use, ordered, pay, byStripe } = await openProviderShop(engine);
  await use('stripe');

  const payFrom = async (remoteAddress: string, { id, shopper }: Pick<Begun, 'id' | 'shopper'>): Promise<number> => {
    const url = `/service/application/payment/v1.0/orders/${id}/payment`;
    const headers = { authorization: server.authorization, ...shopper.known() };
    return (await server.app.inject({ method: 'POST', url, headers, remoteAddress })).statusCode;
  };
  const begun = async (from: string, shopper?: Shopper): Promise<Begun> => {
    const one = await ordered(shopper);
    const { status, body } = await pay(one.id, one.shopper);
    assert.equal(status, 200, JSON.stringify(body));
    return { ...one, from, reference: String(body['reference']) };
  };
  const sixOf = async (make: (number: number) => Promise<Begun>): Promise<readonly Begun[]> => {
    const made: Begun[] = [];
    while (made.length < 6) made.push(await make(made.length));
    return made;
  };

  /** Each of them is asked about four times, and no answer comes while `meanwhile` runs: so many have found a place. */
  const duringAll = async (all: readonly Begun[], places: number, meanwhile: () => Promise<void>): Promise<void> => {
    const outcomes: number[] = [];
    const asked = async (one: Begun): Promise<void> => {
      outcomes.push(await payFrom(one.from, one));
    };
    const held = providers.hold(all.length);
    const asking = all.map(asked);
    await held.reached;
    asking.push(...[...all, ...all, ...all].map(asked));
    while (outcomes.length < asking.length - places) await new Promise((go) => setImmediate(go));
    assert.deepEqual(new Set(outcomes), new Set([503]));
    await meanwhile();
    held.answer();
    await Promise.all(asking);
    assert.deepEqual(new Set(outcomes.slice(-places)), new Set([200]));
  };

  const [here, elsewhere] = ['203.0.113.9', '203.0.113.10'];
  for (const [who, make] of [
    ['one address, as many guests', () => begun(here)],
    ['one address, as many customers', async (number) => begun(here, await server.customer(`customer-${number}`))],
    [
      'one customer, from many addresses',
      async (number) => begun(`198.51.100.${number}`, await server.customer('greedy')),
    ],
  ] satisfies readonly (readonly [string, (number: number) => Promise<Begun>])[]) {
    test(`${who}, that asks for six payments again and again leaves places to others of the shop`, async () => {
      const other = await ordered();
      await duringAll(await sixOf(make), PLACES_OF_ONE, async () => {
        assert.equal(await payFrom(elsewhere, other), 200);
      });
    });
  }

  test('what the provider tells finds a place where shoppers have all of the shop’s', async () => {
    const told = await begun(here);
    const greedy = [...(await sixOf(() => begun(here))), ...(await sixOf(() => begun(elsewhere)))];
    const object = providers.intents.get(told.reference) ?? {};
    Object.assign(object, { status: 'succeeded', amount_received: object['amount'] });
    await duringAll(greedy, 2 * PLACES_OF_ONE, async () => {
      assert.equal(await payFrom('203.0.113.11', told), 503);
      const event = { id: 'evt_1', type: 'payment_intent.succeeded', data: { object } };
      assert.deepEqual((await byStripe(event)).body, { received: true, result: 'placed' });
    });
  });
});
