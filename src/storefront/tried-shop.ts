/** What the reference fills in for whoever tries an operation: the credential and the names of the shop that is shown to everybody. */
import type { Database } from '../db/database.ts';
import type { Tried } from '../http/reference/docs-page.ts';
import type { ShownShop } from './shown-shop.ts';

type Names = { readonly organization_id: string; readonly company_id: number; readonly slug: string };

export const triedShop =
  (db: Database, shop: ShownShop): (() => Promise<Tried | undefined>) =>
  async () => {
    const shown = await shop();
    if (shown === undefined) return undefined;
    const { application_id, application_token } = shown;
    const names = await db.one<Names>(
      `select c.organization_id, c.id as company_id, p.slug
       from application a join company c on c.id = a.company_id join product p on p.company_id = c.id
       where a.id = ? order by p.uid limit 1`,
      [application_id],
    );
    const bearer = Buffer.from(`${application_id}:${application_token}`).toString('base64');
    return { bearer, examples: { application_id, ...names } };
  };
