import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { ClientResponse } from '../../../src/contract/applications/client-contract.ts';
import { newDocument } from '../../../src/oauth/clients/client-document.ts';
import { checkAdditional } from '../../../src/oauth/clients/client-rules.ts';
import { clientView } from '../../../src/oauth/clients/client-view.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { forEachEngine } from '../../databases.ts';
import { clientsOf, codeOf, fieldsOf } from '../client-server.ts';

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });
const author = { type: 'system', id: 's', name: 'S' } as const;
const creation = { clientId: 'a'.repeat(24), author, callerPermissions: [] };

test('whatever a creator sends, the fields that are ours are ours', () => {
  const mine = {
    clientId: creation.clientId,
    recordId: 'b'.repeat(24),
    organizationId: 'o',
    companyId: 1,
    version: 1,
    isActive: true,
    createdAt: 0,
    modifiedAt: 0,
    hints: ['abcd'],
  };
  const expected = clientView({ ...mine, document: newDocument({}, creation) });
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(expected)),
    fc.string().filter((name) => !/^[_$]/.test(name)),
  );
  const values = fc.jsonValue({ maxDepth: 3 }).filter((value) => !/"[_$]/.test(JSON.stringify(value)));
  const readable = new Set(['scopes', 'grants', 'redirect_urls', 'meta', 'user_id', 'is_active', 'client_type']);
  const isReadable = (name: string) => readable.has(name) || name.endsWith('_lifetime');
  fc.assert(
    fc.property(fc.dictionary(names, values), (body) => {
      const given = Object.fromEntries(Object.entries(body).filter(([name]) => !isReadable(name)));
      const view: Readonly<Record<string, unknown>> = clientView({ ...mine, document: newDocument(given, creation) });
      for (const [name, value] of Object.entries(expected)) assert.deepEqual(view[name], value);
      for (const [name, value] of Object.entries(given)) {
        if (!Object.hasOwn(expected, name)) assert.deepEqual(view[name], value);
      }
    }),
  );
});

test('additional properties end at 16 KiB, eight levels, and names with _ or $ in front', () => {
  const problem = (additional: Readonly<Record<string, unknown>>): string | undefined => {
    try {
      checkAdditional(additional);
      return undefined;
    } catch (error) {
      assert.ok(error instanceof Refusal);
      assert.equal(error.code, 'body_invalid');
      return error.options.details?.[0]?.field;
    }
  };
  const padding = 16_384 - '{"a":""}'.length;
  assert.equal(problem({ a: 'x'.repeat(padding) }), undefined);
  assert.equal(problem({ a: 'x'.repeat(padding + 1) }), '');
  assert.equal(problem({ a: 'é'.repeat(padding / 2 + 1) }), '');
  assert.equal(problem({ a: nested(7) }), undefined);
  assert.equal(problem({ a: nested(8) }), 'a.a.a.a.a.a.a.a');
  assert.equal(problem({ list: [[[[[[[1]]]]]]] }), undefined);
  assert.equal(problem({ list: [[[[[[[[1]]]]]]]] }), 'list[0][0][0][0][0][0][0]');
  assert.equal(problem({ _x: 1 }), '_x');
  assert.equal(problem({ $set: 1 }), '$set');
  assert.equal(problem({ a: [{ ok: 1 }, { $where: 1 }] }), 'a[1].$where');
  assert.equal(problem({ a_b: 1, c$: 2, 'a.b': 3, '': 4 }), undefined);
});

forEachEngine((engine) => {
  const shop = clientsOf(engine);
  const { owner } = shop;
  const post = (payload: object | string) =>
    owner({ method: 'POST', url: shop.tenant.path, headers: { 'content-type': 'application/json' }, payload });

  const additional = {
    partner_code: 'P-7',
    limits: { daily: 10, hours: [1, 2, null] },
    enabled: true,
    nothing: null,
    constructor: 'Tata',
    toString: 'text',
    'quoted "name" \\ \n': 'é😀',
    version: 99,
    deleted_at: 1,
  };

  test('they are kept and returned as sent, in every answer, and updates leave them', async () => {
    const created = await post({ ...additional, meta: { name: 'Extra' } });
    assert.equal(created.statusCode, 201, created.body);
    const { client_id } = created.json() as ClientResponse;
    const url = `${shop.tenant.path}/${client_id}`;
    const answers = [
      created.json(),
      (await owner({ url })).json(),
      (
        await owner({ method: 'PUT', url, payload: { meta: { name: 'Again' }, partner_code: 'other', more: 1 } })
      ).json(),
      (await owner({ method: 'PATCH', url, payload: { access_token_lifetime: 60, partner_code: 'other' } })).json(),
      (await owner({ url: shop.tenant.path })).json().items[0],
      (await owner({ method: 'DELETE', url })).json(),
    ] as Record<string, unknown>[];
    for (const answer of answers) {
      for (const [name, value] of Object.entries(additional)) assert.deepEqual(answer[name], value, name);
      assert.ok(!('more' in answer));
    }
  });

  test('what only we can set is ignored in a body, by whatever way it comes', async () => {
    const stolen = {
      company_id: 999,
      client_id: 'f'.repeat(24),
      secret: ['sk_mine'],
      slug: 'stolen',
      author: { type: 'system', id: 'x', name: 'x' },
      organization_id: 'other',
      _id: 'mine',
      created_at: '1999-01-01T00:00:00.000Z',
      modified_at: '1999-01-01T00:00:00.000Z',
      raw_permissions: ['*'],
      additional: { is_active: false },
      document: '{}',
    };
    const plain = (await post({})).json() as ClientResponse;
    const answer = await post(stolen);
    assert.equal(answer.statusCode, 201, answer.body);
    const made = answer.json() as ClientResponse & Record<string, unknown>;
    const tail = made.client_id.slice(-6);
    const { additional: kept, document, ...rest } = made;
    const { _id: recordId } = made;
    assert.deepEqual([kept, document], [stolen.additional, '{}']);
    assert.deepEqual(rest, {
      ...plain,
      client_id: made.client_id,
      _id: recordId,
      secret: made.secret,
      slug: `client-${tail}`,
      meta: { ...plain.meta, name: `client-${tail}` },
    });
    for (const [name, value] of Object.entries(stolen).slice(0, 10)) assert.notDeepEqual(made[name], value, name);
  });

  test('names that reach a prototype or a store, and too much of it, are refused with the field', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['{"__proto__":{"is_active":false}}', '__proto__'],
      ['{"constructor":{"prototype":{"x":1}}}', 'constructor'],
      ['{"meta":{"__proto__":{"name":"x"}}}', 'meta.__proto__'],
      ['{"$set":{"is_active":true}}', '$set'],
      ['{"_version":7}', '_version'],
      ['{"a":{"$ne":null}}', 'a.$ne'],
      [JSON.stringify({ a: nested(8) }), 'a.a.a.a.a.a.a.a'],
      [JSON.stringify({ a: 'x'.repeat(17_000) }), ''],
    ];
    for (const [payload, field] of cases) {
      const answer = await post(payload);
      assert.deepEqual([answer.statusCode, codeOf(answer), fieldsOf(answer)], [400, 'body_invalid', [field]], payload);
    }
    const huge = await post({ a: 'x'.repeat(70_000) });
    assert.deepEqual([huge.statusCode, codeOf(huge)], [413, 'body_too_large']);
  });
});
