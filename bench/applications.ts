/** What a request costs a node with a thousand applications: carts of all of them, asked in turn with as many of one. */
import { dataFolder, serving } from '../test/commands/run-cartwright.ts';
import { cart, type DemoCarts, fillCarts, fillDemoShop, json, serviceToken, unlimited } from './demo-carts.ts';
import { interleaved, type Way } from './interleaved.ts';
import { wire } from './raw-client.ts';
import type { Bench } from './report.ts';
import { RANGE } from './settings.ts';
import { shopRange } from './shop-range.ts';

/** With the demo shop and the one that they are held against, as many as a company may have. */
const APPLICATIONS = 998;

type Added = { readonly id: string; readonly application_token: string };

const addApplication = async (shop: DemoCarts, token: string): Promise<string> => {
  const { id, application_token: own } = await json<Added>(
    `${shop.base}/service/platform/configuration/v1.0/company/${shop.credentials.company_id}/application`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'One of many', currency: 'INR', country: 'IN' }),
    },
  );
  return `Bearer ${Buffer.from(`${id}:${own}`).toString('base64')}`;
};

export const applicationsBench: Bench = {
  name: 'applications',
  run: async () => {
    const { folder, remove } = dataFolder();
    const server = await serving({ ...unlimited, CARTWRIGHT_DATA: folder, CARTWRIGHT_VIEW_CACHE: 'off' }, []);
    try {
      const shop = await fillDemoShop(server.url, folder, 0);
      const { sold } = shopRange(RANGE);
      const token = await serviceToken(shop);
      const one = await addApplication(shop, token);
      const wired = (authorization: string, shopper: string): Buffer =>
        wire('GET', `${cart}/v1.0/detail?i=true&b=true`, { authorization, 'x-anonymous-id': shopper });
      const ofOne = await fillCarts(shop.base, one, sold, APPLICATIONS);
      const ofMany: Buffer[] = [];
      for (let count = 0; count < APPLICATIONS; count += 1) {
        const other = await addApplication(shop, token);
        const [shopper = ''] = await fillCarts(shop.base, other, sold, 1);
        ofMany.push(wired(other, shopper));
      }
      const place = { port: shop.port, pid: server.pid, warmsAll: true };
      const unit: Way = { ...place, name: 'read, one application', requests: ofOne.map((guest) => wired(one, guest)) };
      const many: Way = { ...place, name: 'read, a thousand applications', requests: ofMany, of: unit.name };
      return await interleaved('sqlite applications', [unit, { ...many, by: 'cpu', wanted: '<= 1.2' }]);
    } finally {
      await server.stop();
      remove();
    }
  },
};
