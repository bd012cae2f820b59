/** Which kept addresses a cart may use: those of its owner, whoever calls. Choosing one and ordering with it ask here. */
import { readAddress, type StoredAddress } from '../customers/address-store.ts';
import type { Database } from '../db/database.ts';
import type { StoredCart } from './cart-document.ts';

export const cartAddress = (
  db: Database,
  { applicationId, owner }: Pick<StoredCart, 'applicationId' | 'owner'>,
  id: string,
): Promise<StoredAddress | undefined> => readAddress(db, applicationId, owner, id);
