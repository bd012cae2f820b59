/** A served shop for a campaign: installed on an empty database, with one product where it sells something. */
import type { Node } from '../../src/applications/node.ts';
import { withNode } from '../../src/commands/open-node.ts';
import { emptyNames } from '../../src/commands/plan-installation.ts';
import { setUpInstallation } from '../../src/commands/set-up-installation.ts';
import { readConfig } from '../../src/config.ts';
import { feedCompany } from '../cart/response/feed-company.ts';
import { lanes, sellers, stores } from '../cart/response/places.ts';
import { anArticle, aProduct } from '../catalog/shop.ts';
import { patience } from '../patience.ts';
import type { Scene } from './crash-scene.ts';

/** A node that is asked as much as it can bear. */
export const quiet = { CARTWRIGHT_STOREFRONT: 'off', CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '10000000' };

type Installed = NonNullable<Awaited<ReturnType<Awaited<ReturnType<typeof setUpInstallation>>>>>;

/** What a storefront authenticates by. */
export const authorizationOf = ({ application_id, application_token }: Installed): string =>
  `Bearer ${Buffer.from(`${application_id}:${application_token}`).toString('base64')}`;

export const install = <T>(
  { variables }: Pick<Scene, 'variables'>,
  furnish: (node: Node, made: Installed) => Promise<T>,
): Promise<T> =>
  withNode(
    readConfig({ ...patience, ...variables }),
    () => {},
    async (node) => {
      const names = { names: emptyNames, ownerEmail: 'owner@example.com' };
      const handOut = await setUpInstallation(node, { dataFolder: variables.CARTWRIGHT_DATA, ...names });
      const made = await handOut();
      if (made === undefined) throw new Error('The database of this campaign is not empty.');
      return furnish(node, made);
    },
  );

export const sellOne = async (
  node: Node,
  { company_id }: Pick<Installed, 'company_id'>,
  quantity: number,
): Promise<void> => {
  const feed = feedCompany(node, company_id);
  await feed('stores', stores);
  await feed('lanes', lanes);
  await feed('sellers', sellers);
  await feed('products', [aProduct(1)]);
  await feed('articles', [anArticle(1, { quantity })]);
};
