/** openapi.json is what the routes say, and a linter has nothing against it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiText } from '../src/commands/openapi.ts';

const text = await openapiText();

describe('openapi.json', () => {
  test('is what the routes of this version say (npm run docs)', () => {
    assert.equal(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'), text);
  });

  test('passes the linter', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      // The server's address is the installation's own, and probes have no 4xx.
      rules: { 'no-server-example.com': 'off', 'operation-4xx-response': 'off', 'info-license': 'off' },
    });
    const problems = await lintFromString({ source: text, config });
    // The SDK's own path, `orders/shipments/{id}`, beside `orders/{id}/…`: no order is called "shipments", and the router says so.
    const isOfSdk = ({ ruleId, message }: (typeof problems)[number]): boolean =>
      ruleId === 'no-ambiguous-paths' && message.includes('/orders/shipments/{shipment_id}');
    assert.deepEqual(
      problems
        .filter((problem) => !isOfSdk(problem))
        .map(({ severity, message, location }) => `${severity} ${message} ${location[0]?.pointer ?? ''}`),
      [],
    );
  });

  test('two runs give the same bytes', async () => {
    assert.equal(await openapiText(), text);
  });
});
