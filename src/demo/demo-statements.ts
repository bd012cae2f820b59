/** The note that a company gets the demo shop: rides in the batch of the first start, and tells how far loading has come. */
import type { Node } from '../applications/node.ts';
import { applicationOwner, paymentProvider } from '../applications/settings.ts';
import type { ApplicationSettings } from '../contract/applications/application-contract.ts';
import type { Database, Statement } from '../db/database.ts';
import { readSealed } from '../db/sealing/sealed-values.ts';
import { secretToken } from '../shared/identifiers.ts';

/** Who issues the tokens of demo customers. An application that trusts another issuer has no demo sign-in. */
export const demoTokenIssuer = 'cartwright-demo-sign-in';
/** Name of the sealed code of the gift card that is there to be redeemed. */
export const demoGiftCode = 'demo_gift_code';

/** Whether anybody may sign in as a demo customer: in a demo shop, and only while its operator has set up no sign-in of his own. */
export const hasDemoSignIn = async (
  db: Database,
  companyId: number,
  { customer_token: token }: Pick<ApplicationSettings, 'customer_token'>,
): Promise<boolean> => {
  if (token?.kind !== 'secret' || token.issuer !== demoTokenIssuer) return false;
  return (await db.one('select company_id from demo_shop where company_id = ?', [companyId])) !== undefined;
};

/** How the payment secret of a demo shop begins; an operator who sets another one, or a provider, has a payment service of his own. */
const DEMO_PAYMENT = 'demo-payment-';
export const newDemoPaymentSecret = (random: Node['random']): string => `${DEMO_PAYMENT}${secretToken(random)}`;

/** By what the made-up payment service of a demo shop signs; undefined where there is none. */
export const demoPaymentSecret = async (
  { db, keyring }: Pick<Node, 'db' | 'keyring'>,
  companyId: number,
  applicationId: string,
): Promise<string | undefined> => {
  if ((await db.one('select company_id from demo_shop where company_id = ?', [companyId])) === undefined)
    return undefined;
  const owner = applicationOwner(applicationId);
  if ((await readSealed(db, keyring, owner, paymentProvider)) !== undefined) return undefined;
  const secret = await readSealed(db, keyring, owner, 'payment_secret');
  return secret?.startsWith(DEMO_PAYMENT) === true ? secret : undefined;
};

/** Nothing happens when it has one already. */
export const wantDemoShop = (companyId: number): Statement => ({
  sql: `insert into demo_shop (company_id, feed, line, finished_at) values (?, 0, 0, null)
        on conflict (company_id) do nothing`,
  params: [companyId],
});

/** Which feed, and how many of its rows are written. */
export type DemoProgress = { readonly feed: number; readonly line: number };
export const progressGuard = 'demo_progress';

/** Guard `demo_progress`: no other node has gone on from there. */
export const moveDemoShop = (companyId: number, from: DemoProgress, to: DemoProgress): Statement => ({
  sql: `update demo_shop set feed = ?, line = ? where company_id = ? and feed = ? and line = ? and finished_at is null`,
  params: [to.feed, to.line, companyId, from.feed, from.line],
  guard: { name: progressGuard, rows: 1 },
});

export const finishDemoShop = (companyId: number, at: number): Statement => ({
  sql: 'update demo_shop set finished_at = ? where company_id = ? and finished_at is null',
  params: [at, companyId],
});
