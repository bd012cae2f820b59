/**
 * How many letters about orders of guests one mailbox is sent in a day. A guest writes whatever address he likes: whoever orders and
 * cancels, again and again, could else write to anybody thousands of times, in the name of the shop.
 */
import { createHmac } from 'node:crypto';
import { installationSecret } from '../../applications/installation-secret.ts';
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { countToday } from '../../quotas/daily-count.ts';
import { contactsIn } from '../../privacy/contacts/guest-contact-rules.ts';
import type { StoredOrder } from '../order-document.ts';

const MOST = 30;
export const lettersOfDay = 'letters';
const HASH_LENGTH = 22;

/** By a keyed hash of the mailbox, which is one however it is written. A customer has his orders of a day, and is known. */
export const countLetter = async (
  node: Pick<Node, 'db' | 'keyring' | 'now' | 'random'>,
  { applicationId, owner }: Pick<StoredOrder, 'applicationId' | 'owner'>,
  to: string,
): Promise<readonly Statement[]> => {
  if (owner.kind === 'customer') return [];
  const mailbox = contactsIn([{ email: to }])[0]?.value ?? to;
  const subject = createHmac('sha256', await installationSecret(node, 'quotas'))
    .update(JSON.stringify([applicationId, lettersOfDay, mailbox]))
    .digest('base64url')
    .slice(0, HASH_LENGTH);
  return [countToday({ applicationId, quota: lettersOfDay, subject, most: MOST }, node.now())];
};
