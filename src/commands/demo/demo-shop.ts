/** Brings the demo shop to a company that was promised one at the first start; goes on where an interrupted start stopped. */
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { type Node, system } from '../../applications/node.ts';
import type { Database } from '../../db/database.ts';
import { demoConfigurations, demoOffers } from '../../demo/demo-offers.ts';
import { loadDemoShop } from '../../demo/load-demo-shop.ts';
import { feedKinds } from '../../feed-kinds.ts';
import { seedOffers } from '../../offers/seed-offers.ts';
import { furnishDemoShop } from './furnish-demo-shop.ts';

/** The application that sells the demo shop: the first one of its company. */
const demoApplication = (db: Database, companyId: number): Promise<ApplicationPlace | undefined> =>
  db.one<ApplicationPlace>(
    `select c.organization_id as "organizationId", c.id as "companyId", a.id as "applicationId"
     from company c join application a on a.company_id = c.id
     where c.id = ? order by a.created_at, a.id limit 1`,
    [companyId],
  );

export const bringDemoShop = (node: Node, tell: (sentence: string) => void): Promise<void> =>
  loadDemoShop(node, {
    kinds: feedKinds,
    furnish: async (companyId) => {
      const place = await demoApplication(node.db, companyId);
      if (place === undefined) return;
      const offers = demoOffers({ now: node.now() });
      await seedOffers(node, place, { offers, configurations: demoConfigurations }, system);
      await furnishDemoShop(node, place);
    },
    onRefused: ({ message, options: { details = [] } }) => {
      const why = details[0]?.message ?? message;
      tell(`The rest of the demo shop is left out, because the shop was changed since its first start: ${why}`);
    },
  });
