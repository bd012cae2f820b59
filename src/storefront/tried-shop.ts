/** What the reference fills in for whoever tries an operation: the credential, the names and a product of the shop that is shown to everybody. */
import type { Database } from '../db/database.ts';
import type { Tried } from '../http/reference/docs-page.ts';
import type { ShownShop } from './shown-shop.ts';

type Place = { readonly organization_id: string; readonly company_id: number };
type Goods = { readonly slug: string; readonly item_id: number; readonly size: string };

const readPlace = (db: Database, applicationId: string): Promise<Place | undefined> =>
  db.one<Place>(
    `select c.organization_id, c.id as company_id from application a join company c on c.id = a.company_id where a.id = ?`,
    [applicationId],
  );

/** Something that can be bought. */
const readGoods = (db: Database, companyId: number): Promise<Goods | undefined> =>
  db.one<Goods>(
    `select p.slug, a.item_id, a.size
     from product p join article a on a.company_id = p.company_id and a.item_id = p.uid
     where p.company_id = ? and p.is_active = 1 and a.is_active = 1 and a.quantity > 0
     order by p.uid, a.uid limit 1`,
    [companyId],
  );

export const triedShop =
  (db: Database, shop: ShownShop): (() => Promise<Tried | undefined>) =>
  async () => {
    const shown = await shop();
    if (shown === undefined) return undefined;
    const { application_id, application_token } = shown.shop;
    const place = await readPlace(db, application_id);
    const goods = place && (await readGoods(db, place.company_id));
    return {
      bearer: Buffer.from(`${application_id}:${application_token}`).toString('base64'),
      examples: { application_id, ...place, ...(goods && { slug: goods.slug }) },
      bodies: goods ? { addItems: { items: [{ item_id: goods.item_id, item_size: goods.size, quantity: 1 }] } } : {},
    };
  };
