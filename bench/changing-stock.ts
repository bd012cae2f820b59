/** Stock that changes a hundred times a second, as a merchant's system changes it. */
import { type DemoCarts, serviceToken } from './demo-carts.ts';
import { SHED } from './interleaved.ts';

const STOCK_CHANGES_A_SECOND = 100;
const STOCK_ROWS = 10;
const FIRST_ROWS = 500;
const LEAST_STOCK = 500;
/** A prime, so that every article has its turn. */
const STEP = 9973;

/** A shop whose stock stands still is another one than the bench says; what is shed by a busy node is sent again. */
const untilTaken = async (rows: number, send: () => Promise<Response>): Promise<void> => {
  const answer = await send();
  const { accepted } = (await answer.json()) as { readonly accepted?: number };
  if (answer.status === SHED) return untilTaken(rows, send);
  if (accepted !== rows) throw new Error(`stock did not change: ${answer.status}, ${accepted} rows were taken`);
};

type Articles = readonly { readonly uid: string }[];

/** All that the shop has, in the order of a walk that meets neighbours late: what is sold is sold here and there. */
const allArticles = async (url: string, headers: Readonly<Record<string, string>>): Promise<Articles> => {
  const found: { readonly uid: string }[] = [];
  for (let after = ''; ; ) {
    const answer = await fetch(`${url}?page_size=100${after}`, { headers });
    type Page = { readonly has_next: boolean; readonly next_id: string | null };
    const { items, page } = (await answer.json()) as { readonly items: Articles; readonly page: Page };
    found.push(...items.map(({ uid }) => ({ uid })));
    if (!page.has_next) break;
    after = `&page_id=${encodeURIComponent(page.next_id ?? '')}`;
  }
  return found.map((_, at) => found[(at * STEP) % found.length] ?? { uid: '' });
};

/** Until it is stopped. At first there is as much of everything as there will be: what was sold out is not what is measured. */
export const changeStock = async (shop: DemoCarts): Promise<() => void> => {
  const { base, credentials } = shop;
  const token = await serviceToken(shop);
  const url = `${base}/service/platform/catalog/v1.0/company/${credentials.company_id}/inventory`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const uids = await allArticles(url, headers);
  const send = (rows: readonly object[]): Promise<void> =>
    untilTaken(rows.length, () => fetch(url, { method: 'PUT', headers, body: JSON.stringify(rows) }));
  for (let at = 0; at < uids.length; at += FIRST_ROWS) {
    await send(uids.slice(at, at + FIRST_ROWS).map((uid) => ({ ...uid, quantity: LEAST_STOCK })));
  }
  let turn = 0;
  let stopped = false;
  const timer = setInterval(
    () => {
      turn += 1;
      const rows = Array.from({ length: STOCK_ROWS }, (_, at) => ({
        ...uids[(turn * STOCK_ROWS + at) % uids.length],
        quantity: LEAST_STOCK + (turn % 100),
      }));
      void send(rows).catch((error: unknown) => {
        if (!stopped) throw error;
      });
    },
    (1000 * STOCK_ROWS) / STOCK_CHANGES_A_SECOND,
  );
  return () => {
    stopped = true;
    clearInterval(timer);
  };
};
