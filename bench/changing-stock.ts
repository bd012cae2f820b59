/** Stock that changes a hundred times a second, as a merchant's system changes it. */
import { type DemoCarts, serviceToken } from './demo-carts.ts';

const STOCK_CHANGES_A_SECOND = 100;
const STOCK_ROWS = 10;

/** Until it is stopped. */
export const changeStock = async (shop: DemoCarts): Promise<() => void> => {
  const { base, credentials, items } = shop;
  const token = await serviceToken(shop);
  type Articles = { readonly uid: string };
  const uids = items.map(({ item_id, item_size }): Articles => ({ uid: `${item_id}_${item_size}_1` }));
  let turn = 0;
  const timer = setInterval(
    () => {
      turn += 1;
      const rows = Array.from({ length: STOCK_ROWS }, (_, at) => ({
        ...uids[(turn * STOCK_ROWS + at) % uids.length],
        quantity: 500 + (turn % 100),
      }));
      void fetch(`${base}/service/platform/catalog/v1.0/company/${credentials.company_id}/inventory`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: rows }),
      }).then((answer) => answer.text());
    },
    (1000 * STOCK_ROWS) / STOCK_CHANGES_A_SECOND,
  );
  return () => clearInterval(timer);
};
