/** Brings the demo shop to a company that was promised one at the first start; goes on where an interrupted start stopped. */
import type { ApplicationPlace } from '../applications/application-store.ts';
import { type Node, system } from '../applications/node.ts';
import type { Database } from '../db/database.ts';
import { demoConfigurations, demoOffers } from '../demo/demo-offers.ts';
import { loadDemoShop } from '../demo/load-demo-shop.ts';
import { feedKinds } from '../feed-kinds.ts';
import { seedOffers } from '../offers/seed-offers.ts';
import { furnishDemoShop } from './furnish-demo-shop.ts';

/** The application that sells the demo shop: the first one of its company. */
const demoApplication = (db: Database): Promise<ApplicationPlace | undefined> =>
  db.one<ApplicationPlace>(
    `select c.organization_id as "organizationId", c.id as "companyId", a.id as "applicationId"
     from demo_shop d join company c on c.id = d.company_id join application a on a.company_id = c.id
     order by a.created_at, a.id limit 1`,
  );

export const bringDemoShop = async (node: Node): Promise<void> => {
  await loadDemoShop(node, feedKinds);
  const place = await demoApplication(node.db);
  if (place === undefined) return;
  const offers = demoOffers({ now: node.now() });
  await seedOffers(node, place, { offers, configurations: demoConfigurations }, system);
  await furnishDemoShop(node, place);
};
