/** `cartwright tour`: two minutes in the terminal with a demo shop of its own, which is gone afterwards. */
import type { Command, Input } from '../command.ts';
import { startTourShop, type TourShop } from './start-shop.ts';
import { askOf } from './tour-call.ts';
import { visitCart, visitClients, visitOffers } from './tour-stops.ts';

const farewell = [
  'That was all of it: the shop of this tour is gone. What next?',
  '  npm start                    the same shop, to keep; / is its storefront, /console runs it',
  '  eval "$(npx cartwright env)" its credentials, for the calls you have just seen',
  '  /guide                       how each task of a merchant is done, served by the node',
  '  /docs                        every operation, with a button that tries it',
];

const walk = async (shop: TourShop, print: Input['print']): Promise<void> => {
  const round = { shop: shop.credentials, ask: askOf(shop.url, print), print };
  const token = await visitClients(round);
  const articleId = await visitCart(round);
  await visitOffers(round, token, articleId);
};

export const tour: Command = {
  name: 'tour',
  summary: 'two minutes with a demo shop: client, cart, a price explained, an offer tried',
  about:
    'Starts a demo shop in a temporary folder on a free port, makes an OAuth client, fills a cart, says why it costs what it\n' +
    'costs, and tries an offer nobody has saved. Prints every call with its answer. Your own data is not touched; the shop is\n' +
    'ended and its folder removed at the end.',
  options: {},
  run: async ({ environment, print }) => {
    print('Starting a demo shop of its own …');
    const shop = await startTourShop(environment);
    try {
      print(`It serves on ${shop.url} until this tour ends.\n`);
      await walk(shop, print);
      for (const line of farewell) print(line);
    } finally {
      await shop.close();
    }
  },
};
