/** The demo shop and its doubles of payment providers, to which the examples are sent. Call it inside `describe`. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type Engine, engines } from '../../databases.ts';
import { openShippedShop, type ShippedShop } from '../../demo/shipped-shop.ts';
import { openProviders } from '../../orders/provider-double.ts';

type Variables = Readonly<Record<string, string>>;
type ExampleShop = { readonly shop: ShippedShop; readonly providersUrl: string };

export const openExampleShop = (
  variables: Variables | (() => Promise<Variables>) = {},
  log?: { readonly write: (line: string) => void },
  engine: Engine | undefined = engines[0],
): (() => ExampleShop) => {
  let opened: ExampleShop;
  let providers: Awaited<ReturnType<typeof openProviders>>;
  before(async () => {
    assert.ok(engine);
    providers = await openProviders();
    const asked = typeof variables === 'function' ? await variables() : variables;
    const environment = { CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true', ...asked };
    const shop = await openShippedShop(engine, environment, log);
    // Else an application that an example adds is as old as the demo shop's, and one time in two shown in its place.
    shop.node.clock.at += 1_000;
    opened = { shop, providersUrl: providers.url };
  });
  after(async () => {
    await opened.shop.close();
    await providers.close();
  });
  return () => opened;
};
