/** A link to an invoice that opens in a browser: it says until when it holds, and its signature is the proof. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { installationSecret } from '../../applications/installation-secret.ts';
import type { Node } from '../../applications/node.ts';
import type { StoredOrder } from '../order-document.ts';

const SECONDS = 900;

export const linkedPath = '/service/common/order/v1.0/application';

type Linked = Pick<StoredOrder, 'id' | 'applicationId'>;

const signatureOf = async (node: Node, { applicationId, id }: Linked, expires: number): Promise<Buffer> =>
  createHmac('sha256', await installationSecret(node, 'order_papers'))
    .update(JSON.stringify(['invoice', applicationId, id, expires]))
    .digest();

export const invoiceLink = async (
  node: Node,
  publicUrl: URL,
  order: Linked,
): Promise<{ readonly url: string; readonly seconds: number }> => {
  const expires = Math.floor(node.now() / 1000) + SECONDS;
  const signature = (await signatureOf(node, order, expires)).toString('base64url');
  const base = String(publicUrl).replace(/\/$/, '');
  const path = `${linkedPath}/${order.applicationId}/orders/${order.id}/invoice`;
  return { url: `${base}${path}?expires=${expires}&signature=${signature}`, seconds: SECONDS };
};

export const linkHolds = async (
  node: Node,
  order: Linked,
  { expires, signature }: { readonly expires: number; readonly signature: string },
): Promise<boolean> => {
  const expected = await signatureOf(node, order, expires);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) && node.now() < expires * 1000;
};
