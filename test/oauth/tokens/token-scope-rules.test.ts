import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { array, assert as assertProperty, constantFrom, property, tuple } from 'fast-check';
import { coversPermission, expandPermissions } from '../../../src/http/permissions.ts';
import {
  effectivePermissions,
  exceeding,
  scopesIn,
  sharedPermissions,
  spacedScopes,
} from '../../../src/oauth/tokens/token-scope-rules.ts';

describe('scopes', () => {
  const cases: readonly (readonly [string, readonly string[], readonly string[], readonly string[]])[] = [
    ['everything and everything', ['*'], ['*'], ['*']],
    ['the narrower of two', ['company/*'], ['company/settings/read'], ['company/settings/read']],
    ['also the other way round', ['company/settings/read'], ['*'], ['company/settings/read']],
    ['crossing wildcards', ['company/*/read'], ['company/settings'], ['company/settings/read']],
    ['nothing in common', ['organization/*'], ['company/*'], []],
    ['the widest only', ['company/*', 'company/settings/read'], ['*'], ['company/*']],
    [
      'several',
      ['company/*', 'organization/*'],
      ['company/audit/read', 'organization/clients/read'],
      ['company/audit/read', 'organization/clients/read'],
    ],
    ['nothing of nothing', [], ['*'], []],
  ];
  for (const [name, left, right, shared] of cases) {
    test(`shared permissions: ${name}`, () => assert.deepEqual(sharedPermissions(left, right), shared));
  }

  const segment = (words: readonly string[]) => constantFrom('*', ...words);
  const pattern = tuple(
    segment(['company', 'organization', 'app']),
    segment(['settings', 'audit', 'clients']),
    segment(['read', 'write']),
  ).map((parts) => parts.join('/'));
  const list = array(pattern, { maxLength: 4 });

  test('what is shared opens exactly what both open', () => {
    assertProperty(
      property(list, list, (left, right) => {
        const both = expandPermissions(left).filter((one) => expandPermissions(right).includes(one));
        assert.deepEqual(expandPermissions(sharedPermissions(left, right)), both);
      }),
    );
  });

  test('a token is never worth more than its scopes or than its client', () => {
    assertProperty(
      property(list, list, (scopes, permissions) => {
        for (const one of effectivePermissions(scopes, permissions)) {
          assert.ok(coversPermission(scopes, one));
          assert.ok(coversPermission(permissions, one));
        }
      }),
    );
  });

  test('protocol scopes open nothing', () => {
    assert.deepEqual(effectivePermissions(['openid', 'offline_access'], ['*']), []);
  });

  test('what exceeds is named', () => {
    assert.deepEqual(exceeding(['company/audit/read', '*', 'nonsense'], ['company/*']), ['*', 'nonsense']);
  });

  test('lists are read in every way they are written', () => {
    assert.equal(spacedScopes('a/b/c,d/e/f, g'), 'a/b/c d/e/f g');
    assert.equal(spacedScopes(['a/b', 'c']), 'a/b c');
    assert.deepEqual(scopesIn(' a  b a '), ['a', 'b']);
    assert.deepEqual(scopesIn(undefined), []);
  });
});
