import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Policy } from '../../src/contract/applications/application-contract.ts';
import { defaultPolicy } from './price-inputs.ts';

describe('policy', () => {
  test('a new application starts with the choices under which the agreed cases hold', () => {
    const defaults = Object.fromEntries(
      Object.entries(Policy.properties).map(([name, schema]) => [name, (schema as { default?: unknown }).default]),
    );
    for (const [name, value] of Object.entries(defaultPolicy)) assert.equal(defaults[name], value, name);
  });
});
