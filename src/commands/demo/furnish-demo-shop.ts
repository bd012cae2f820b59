/**
 * Everything the demo shop has beside goods and offers: fees, instalments and points; customers with addresses, cards and
 * balances; a gift card to redeem; and the key by which its demo customers sign in. One batch, and only for an application
 * that nobody has changed yet: what an operator set is never undone by a restart.
 */
import { type ApplicationPlace, readApplication, updateSettings } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type Node, system } from '../../applications/node.ts';
import { secretHash } from '../../applications/secret-hash.ts';
import { applicationOwner, changedSettings, checkSettings } from '../../applications/settings.ts';
import { adjustBalance } from '../../balances/balance-statements.ts';
import { issued } from '../../balances/change-gift-card.ts';
import { newGiftCardCode } from '../../balances/gift-card-rules.ts';
import { type GiftCard, insertGiftCard } from '../../balances/gift-card-store.ts';
import { placeOfAddress } from '../../customers/address-rules.ts';
import { addAddress } from '../../customers/address-store.ts';
import { saveWritten } from '../../customers/customer-store.ts';
import { keepTerms } from '../../customers/search/customer-terms.ts';
import { saveCard } from '../../customers/saved-card-store.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { putSealed } from '../../db/sealing/sealed-values.ts';
import { type DemoCustomer, demoCustomers, OPEN_GIFT_CARD } from '../../demo/demo-people.ts';
import { demoSettings } from '../../demo/demo-settings.ts';
import { demoGiftCode, demoTokenIssuer, newDemoPaymentSecret } from '../../demo/demo-statements.ts';
import { currencyOf } from '../../shared/currency.ts';
import { objectId, secretToken } from '../../shared/identifiers.ts';
import { powerOfTen } from '../../shared/money.ts';

const FIRST_VERSION = 1;
const REASON = 'Welcome to the demo shop';

/** Who the rows are for, and when. */
type Furnishing = { readonly node: Node; readonly applicationId: string; readonly at: number; readonly unit: number };

const giftCard = (
  { node, applicationId, at, unit }: Furnishing,
  rupees: number,
  userId: string | null,
): { readonly code: string; readonly statements: readonly Statement[] } => {
  const code = newGiftCardCode(node.random);
  const card: GiftCard = {
    id: objectId(node.random),
    hint: code.slice(-4),
    value: rupees * unit,
    state: userId === null ? 'open' : 'redeemed',
    userId,
    createdAt: at,
    expiresAt: null,
    redeemedAt: userId === null ? null : at,
    createdBy: system.actor,
    note: REASON,
  };
  const redeemed = userId === null ? [] : issued(node, applicationId, { card, userId }, at);
  return { code, statements: [insertGiftCard(applicationId, card, secretHash(code)), ...redeemed] };
};

const balanceOf = (
  { node, applicationId, at }: Furnishing,
  userId: string,
  kind: 'points' | 'store_credit',
  amount: number,
): readonly Statement[] => {
  const entryId = objectId(node.random);
  const about = { kind, account: '', reason: REASON, source: `adjustment:${entryId}`, author: system.actor };
  return amount === 0 ? [] : adjustBalance({ applicationId, userId, entryId, at, ...about }, amount);
};

const customerRows = (furnishing: Furnishing, customer: DemoCustomer): readonly Statement[] => {
  const { node, applicationId, at, unit } = furnishing;
  const { userId, profile, addresses, cards, points, storeCredit, giftCard: rupees } = customer;
  return [
    saveWritten(applicationId, userId, profile, at),
    ...keepTerms({ applicationId, userId }, 'document', profile),
    // One after the other in time, so that they are listed in this order.
    ...addresses.map((fields, index) =>
      addAddress(
        applicationId,
        { kind: 'customer', id: userId },
        {
          id: objectId(node.random),
          version: 1,
          createdAt: at + index,
          modifiedAt: at + index,
          ...placeOfAddress(fields, null, 'IN'),
          fields,
        },
        0,
      ),
    ),
    ...Object.entries(cards).map(([id, card]) => saveCard({ applicationId, userId, cardId: Number(id) }, card, at)),
    ...balanceOf(furnishing, userId, 'points', points),
    ...balanceOf(furnishing, userId, 'store_credit', storeCredit * unit),
    ...(rupees === undefined ? [] : giftCard(furnishing, rupees, userId).statements),
  ];
};

/** Nothing happens when the application was ever changed: by this, by an operator, or by another node just now. */
export const furnishDemoShop = async (node: Node, place: ApplicationPlace): Promise<void> => {
  const before = await readApplication(node.db, place);
  if (before === undefined || before.version !== FIRST_VERSION) return;
  const { applicationId, organizationId } = place;
  const at = node.now();
  const owner = applicationOwner(applicationId);
  const sealed = (name: string, plaintext: string): Statement =>
    putSealed(node.keyring, { owner, name, plaintext, at });
  const secret = secretToken(node.random);
  const customer_token = { kind: 'secret', issuer: demoTokenIssuer, audience: applicationId } as const;
  const settings = changedSettings(before.settings, { ...demoSettings, customer_token });
  checkSettings(settings, { ...before.secretsSet, customer_token_secret: secret });
  const unit = powerOfTen(currencyOf(settings.currency).exponent);
  const furnishing = { node, applicationId, at, unit };
  const toRedeem = giftCard(furnishing, OPEN_GIFT_CARD, null);
  const told = { ...system, organizationId, action: 'demo_shop.furnish', subject: owner, before: null, at };
  const after = { cart: settings.cart, customer_token, customers: demoCustomers(at).map(({ userId }) => userId) };
  try {
    await node.db.commit([
      updateSettings(applicationId, FIRST_VERSION, settings, at),
      sealed('customer_token_secret', secret),
      sealed('payment_secret', newDemoPaymentSecret(node.random)),
      sealed(demoGiftCode, toRedeem.code),
      ...toRedeem.statements,
      ...demoCustomers(at).flatMap((one) => customerRows(furnishing, one)),
      auditStatement({ ...told, after }, node.random),
    ]);
  } catch (error) {
    if (!guardFailed(error, 'application_version')) throw error;
  }
};
