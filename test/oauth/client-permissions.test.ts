import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { grants } from '../../src/http/caller.ts';
import {
  coversPermission,
  expandPermissions,
  isKnownPermission,
  permissionCatalogue,
  permissions,
  widestPermissions,
} from '../../src/http/permissions.ts';

const segment = (words: readonly string[]) => fc.constantFrom('*', ...words);
const pattern = fc
  .tuple(
    segment(['company', 'organization', 'app', 'later']),
    segment(['products', 'clients', 'customers', 'audit', 'later']),
    segment(['read', 'write']),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([area, resource, action, length]) => [area, resource, action].slice(0, length).join('/'));
const patterns = fc.array(pattern, { maxLength: 5 });

describe('permissions', () => {
  test('docs/permissions.md lists every resource with its actions and what it opens', () => {
    const rows = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    const expected = Object.entries(permissionCatalogue).map(([resource, { actions, opens }]) => [
      `\`${resource}\``,
      actions.join(', '),
      opens,
    ]);
    assert.deepEqual(rows, expected);
  });

  test('patterns stand for what they say', () => {
    const cases: readonly (readonly [string, readonly string[]])[] = [
      ['company/products/read', ['company/products/read']],
      ['company/products', ['company/products/read', 'company/products/write']],
      ['company/products/*', ['company/products/read', 'company/products/write']],
      ['company/audit', ['company/audit/read']],
      ['organization/*', permissions.filter((permission) => permission.startsWith('organization/'))],
      ['app/*/*', ['app/customers/read', 'app/customers/write']],
      ['*/clients/read', ['organization/clients/read']],
      ['*', permissions],
      ['*/*/*', permissions],
      ['*/*/read', permissions.filter((permission) => permission.endsWith('/read'))],
    ];
    for (const [given, expected] of cases) assert.deepEqual(expandPermissions([given]), expected, given);
    const unknown = [
      '',
      '/',
      'company//read',
      'company/products/delete',
      'Company/products/read',
      'company/products/read/x',
      'company/prod*',
      '**',
      ' company/products/read',
      'company/products/read ',
      'company\\products',
      'constructor',
      '__proto__/a/read',
      'company/audit/write',
    ];
    for (const given of unknown) assert.ok(!isKnownPermission(given), given);
  });

  test('what is covered expands to no more than what covers it, in this release', () => {
    fc.assert(
      fc.property(patterns, pattern, (held, wanted) => {
        if (!coversPermission(held, wanted)) return;
        const given = new Set(expandPermissions(held));
        assert.ok(expandPermissions([wanted]).every((permission) => given.has(permission)));
      }),
    );
  });

  test('a concrete permission is covered exactly when it is in the expansion', () => {
    fc.assert(
      fc.property(patterns, fc.constantFrom(...permissions), (held, wanted) => {
        assert.equal(coversPermission(held, wanted), expandPermissions(held).includes(wanted));
      }),
    );
  });

  test('covering is reflexive and transitive, and a wildcard is not covered by all that it stands for today', () => {
    fc.assert(
      fc.property(pattern, patterns, patterns, (wanted, held, more) => {
        assert.ok(coversPermission([wanted], wanted));
        const passedOn = held.every((permission) => coversPermission(more, permission));
        if (passedOn && coversPermission(held, wanted)) assert.ok(coversPermission(more, wanted));
      }),
    );
    assert.ok(!coversPermission(permissions, 'company/*'));
    assert.ok(!coversPermission(permissions, '*'));
  });

  test('the widest ones give the same as all, and none of them is spare', () => {
    fc.assert(
      fc.property(patterns, (held) => {
        const widest = widestPermissions(held);
        for (const permission of held) assert.ok(coversPermission(widest, permission));
        for (const one of widest) {
          const others = widest.filter((other) => other !== one);
          assert.ok(!others.some((other) => coversPermission([other], one)));
        }
      }),
    );
  });

  test('no route lets in who does not have its permission by these rules', () => {
    fc.assert(
      fc.property(patterns, fc.constantFrom(...permissions), (held, wanted) => {
        if (grants(held, wanted)) assert.ok(coversPermission(held, wanted));
      }),
    );
  });
});
