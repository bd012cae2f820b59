import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { grants } from '../../src/http/caller.ts';

const cases: readonly (readonly [string, string, boolean])[] = [
  ['*', 'company/settings/write', true],
  ['company/*', 'company/settings/write', true],
  ['company', 'company/settings/write', true],
  ['company/settings', 'company/settings/write', true],
  ['company/settings/*', 'company/settings/read', true],
  ['company/*/read', 'company/settings/read', true],
  ['company/*/read', 'company/settings/write', false],
  ['company/settings/read', 'company/settings/write', false],
  ['company/settings/read', 'company/settings/read', true],
  ['comp', 'company/settings/read', false],
  ['organization/*', 'company/settings/read', false],
  ['', 'company/settings/read', false],
  ['company/settings/read/more', 'company/settings/read', false],
];

describe('grants', () => {
  for (const [granted, wanted, expected] of cases) {
    test(`'${granted}' ${expected ? 'grants' : 'does not grant'} ${wanted}`, () => {
      assert.equal(grants([granted], wanted), expected);
      assert.equal(grants(['organization/clients/read', granted], wanted), expected);
      assert.equal(grants([], wanted), false);
    });
  }
});
