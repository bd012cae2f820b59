/** Whoever sends the examples of openapi.json to the demo shop, with his own ids in them, is never refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requestExamples } from '../../../src/contract/examples/request-examples.ts';
import { operations, printedBody } from './example-sender.ts';
import { openExampleShop } from './example-shop.ts';
import { sendExamples } from './send-examples.ts';

/** Not sent, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  authorizeCompany: 'leads a person to the page of consent',
  authorizeOrganization: 'leads a person to the page of consent',
  cancelImport: 'only while rows are read, which is over at once for a file of one',
  resumeImport: 'only after it was cancelled',
  cancelSimulation: 'only while it is open, which is over at once in a small shop: orders/simulate.test.ts',
  hearProvider: 'only a provider can sign it: orders/providers.test.ts',
  sendRefund: 'only of a payment by a provider: orders/providers.test.ts',
  tailEvents: 'a stream that does not end: events/tail',
  getCouponCode: 'codes are made in the background',
  getExtensionDetails: 'only of a client that is an extension: sdk/kit.test.ts',
};

describe('the examples of openapi.json', () => {
  const opened = openExampleShop();

  test('are there for every operation that takes a body, and for no other', () => {
    const taking = [...operations.values()].filter((one) => printedBody(one) !== undefined);
    const without = taking
      .filter((one) => printedBody(one)?.example === undefined)
      .map(({ operationId }) => operationId);
    assert.deepEqual(without, []);
    const known = new Set(taking.map(({ operationId }) => operationId));
    assert.deepEqual(
      Object.keys(requestExamples).filter((name) => !known.has(name)),
      [],
    );
  });

  test('are taken by the demo shop, each in its turn', async () => {
    const { shop, providersUrl } = opened();
    const { sent, refused } = await sendExamples(shop, providersUrl);
    assert.deepEqual(refused, []);
    const unsent = [...operations.keys()].filter((name) => !sent.has(name) && elsewhere[name] === undefined);
    assert.deepEqual(unsent, []);
  });
});
