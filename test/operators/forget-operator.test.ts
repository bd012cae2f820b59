import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { system } from '../../src/applications/node.ts';
import { addClient } from '../../src/oauth/clients/add-client.ts';
import { addOperator, deactivateOperator } from '../../src/operators/add-operator.ts';
import { forgetOperator } from '../../src/operators/forget-operator.ts';
import { enterByLink, linkOwner, sessionOperator } from '../../src/operators/operator-session.ts';
import { unnamed } from '../../src/privacy/unname-staff.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';

test('only objects of the person lose their names, unless the record is about him', () => {
  const told = {
    after: { name: 'Shop', author: { id: 'a1', name: 'Ann', type: 'operator' }, other: [{ id: 'b2', name: 'Bob' }] },
  };
  assert.deepEqual(unnamed(told, 'a1', false), {
    after: { name: 'Shop', author: { id: 'a1', name: '', type: 'operator' }, other: [{ id: 'b2', name: 'Bob' }] },
  });
  assert.deepEqual(unnamed({ before: null, after: { email: 'e', name: 'Ann', role: 'owner' } }, 'a1', true), {
    before: null,
    after: { email: '', name: '', role: 'owner' },
  });
});

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const shop = await newShop(node);

  const hire = async (email: string, name: string) => {
    const { organizationId } = shop;
    const added = await addOperator(node, { organizationId, email, name, role: 'owner' }, system);
    const session = await enterByLink(node, added.linkToken, 'r');
    const caller = { kind: 'operator', operatorId: added.operatorId, organizationId, permissions: ['*'] } as const;
    const client = { meta: { name: `Client of ${email.split('@')[1]}` } } as unknown as Parameters<typeof addClient>[2];
    const author = { actor: `operator:${added.operatorId}`, requestId: null };
    await addClient(node, caller, client, { ...author, remember: () => [] });
    return { ...added, session };
  };

  test('who is forgotten is named nowhere, is signed out, and his address is free; others stay as they are', async () => {
    const ann = await hire('ann@acme.example', 'Annabel Archer');
    await hire('bob@acme.example', 'Robert Baker');
    const sent = await addOperator(
      node,
      { organizationId: shop.organizationId, email: 'sent@acme.example', name: 'Sent', role: 'owner' },
      { actor: `operator:${ann.operatorId}`, requestId: null },
    );
    assert.ok(await linkOwner(node, sent.linkToken));
    await forgetOperator(node, shop.organizationId, ' ANN@acme.example', system);
    const dump = await node.dump();
    for (const word of ['ann@acme.example', 'Annabel', 'Archer']) assert.ok(!dump.includes(word), word);
    for (const word of ['bob@acme.example', 'Robert Baker']) assert.ok(dump.includes(word), word);
    assert.equal(await sessionOperator(node, ann.session), undefined);
    const rows = await node.db.all<{ action: string }>('select action from audit where subject = ?', [
      `operator/${ann.operatorId}`,
    ]);
    assert.deepEqual(rows.map(({ action }) => action).toSorted(), [
      'operator.add',
      'operator.forget',
      'operator.sign_in',
    ]);
    assert.equal(await linkOwner(node, sent.linkToken), undefined, 'nor does a link open that she sent to others');
    await assert.rejects(forgetOperator(node, shop.organizationId, 'ann@acme.example', system), /operator/i);
    await hire('ann@acme.example', 'Another Ann');
  });

  test('one who was deactivated is forgotten too, and nobody of another organization', async () => {
    const { operatorId } = await hire('eve@acme.example', 'Evelyn');
    await deactivateOperator(node, shop.organizationId, operatorId, system);
    const other = await newShop(node);
    await assert.rejects(forgetOperator(node, other.organizationId, 'eve@acme.example', system), /operator/i);
    await forgetOperator(node, shop.organizationId, 'eve@acme.example', system);
    assert.ok(!(await node.dump()).includes('Evelyn'));
  });
});
