/** The storefront, put together from what the node reads. */
import type { Node } from '../applications/node.ts';
import type { CatalogReader } from '../catalog/read-articles.ts';
import type { ProductReader } from '../catalog/listing/read-products.ts';
import type { DeliveryReader } from '../delivery/read-lanes.ts';
import { bundleParts, bundleScript, bundleWeb, webState } from '../http/pages/web-bundle.ts';
import type { OnLate } from '../shared/shared-load.ts';
import { type DrawOptions, pageDrawer } from './draw-pages.ts';
import { arrivalReader } from './read-arrival.ts';
import { shelfReader } from './read-shelves.ts';
import { siteMap } from './site-map.ts';
import type { StorefrontOptions } from './storefront-routes.ts';

type StorefrontSources = Pick<StorefrontOptions, 'shop' | 'publicPath' | 'publicUrl' | 'landing'> &
  Pick<DrawOptions, 'onFault'> & {
    readonly node: Pick<Node, 'db' | 'now' | 'stopwatch'>;
    readonly catalog: CatalogReader;
    readonly products: ProductReader;
    readonly delivery: DeliveryReader;
    readonly onLate?: OnLate | undefined;
    /** What web/ is like, where that is known. */
    readonly web?: string;
  };

export const openStorefront = async (sources: StorefrontSources): Promise<StorefrontOptions> => {
  const { node, catalog, products, delivery, onLate, onFault, shop, publicPath, publicUrl, landing } = sources;
  const { web = webState() } = sources;
  const { db, now, stopwatch } = node;
  const shelves = shelfReader(db, catalog, onLate);
  const bundle = await bundleWeb('storefront', web);
  const parts = await bundleParts('storefront/server.tsx', 'storefront', web);
  return {
    shop,
    publicPath,
    publicUrl,
    landing,
    shelves,
    arrival: arrivalReader(catalog, delivery, now),
    bundle,
    words: new Map([
      ['hi', await bundleScript('storefront/words/hindi.ts', web)],
      ['de', await bundleScript('storefront/words/german.ts', web)],
    ]),
    told: await bundleScript('storefront/told.ts', web),
    worker: await bundleScript('storefront/offline-worker.ts', web),
    draw: pageDrawer({ bundle, parts, products, shelves, onFault }),
    map: siteMap({ db, stopwatch, onLate }),
  };
};
