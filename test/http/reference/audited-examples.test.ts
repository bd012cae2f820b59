/** Whatever somebody of the shop changes stands in the audit: every example of a write that takes a permission. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Row } from '../../../src/db/database.ts';
import type { Operation } from './example-sender.ts';
import { openExampleShop } from './example-shop.ts';
import { sendExamples } from './send-examples.ts';

/** Not told, and why. */
const untold: Readonly<Record<string, string>> = {
  pingWebhook: 'nothing of it is kept',
  tryCustomRule: 'nothing of it is kept',
  addOrderNote: 'a note names who wrote it, and nobody changes it',
  postCompanyShipmentHistory: 'the same',
};
/** What is printed for them is what is there already: a change of nothing is none. */
const alike = new Set(
  `updatePromotionPartially updateCouponPartially putSeller putStore putProduct putArticle changeArticle putArea putLane
   putExchangeRate putTaxRate putShippingMethod upsertSubscriberEvent changeClientSecret`.split(/\s+/),
);

const isWrite = (operation: Operation): boolean => {
  const { 'x-permission': permission = '' } = operation as { readonly 'x-permission'?: string };
  return permission.endsWith('/write') && untold[operation.operationId] === undefined;
};

describe('the examples of openapi.json that change something of a shop', () => {
  const opened = openExampleShop();

  test('are told to the audit, each of them', async () => {
    const { shop, providersUrl } = opened();
    const entries = async (): Promise<number> =>
      (await shop.node.db.one<Row & { n: number }>('select count(*) as n from audit'))?.n ?? 0;
    const [told, missing] = [new Set<string>(), new Set<string>()];
    let last: { readonly operationId: string; readonly entries: number } | undefined;
    const judge = async (): Promise<number> => {
      const now = await entries();
      if (last !== undefined) (now > last.entries ? told : missing).add(last.operationId);
      return now;
    };
    const before = async (operation: Operation): Promise<void> => {
      const now = await judge();
      last = isWrite(operation) ? { operationId: operation.operationId, entries: now } : undefined;
    };
    await sendExamples(shop, providersUrl, { before });
    await judge();
    assert.deepEqual(
      [...missing].filter((name) => !told.has(name) && !alike.has(name)),
      [],
    );
    assert.ok(told.size > 100, `${told.size} were told`);
  });
});
