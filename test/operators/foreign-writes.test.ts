/** A write names its owner itself: what was read before it, and refused there, is only the first of two locks. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { type Statement, guardFailed } from '../../src/db/database.ts';
import { deleteAddress, listAddresses, addAddress } from '../../src/customers/address-store.ts';
import { holdOrganization } from '../../src/applications/organization-store.ts';
import { deleteClient, findClientById, touchClient, updateClient } from '../../src/oauth/clients/client-store.ts';
import { addOperator } from '../../src/operators/add-operator.ts';
import { findPersonByEmail, roomForPerson, updatePerson } from '../../src/operators/people/person-store.ts';
import {
  deleteRole,
  findRole,
  holdRole,
  insertRole,
  listRoles,
  roomForRole,
  updateRole,
} from '../../src/operators/people/role-store.ts';
import { system } from '../../src/applications/node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { clientServer } from '../oauth/client-server.ts';

const present = <T>(found: T | undefined): T => {
  assert.ok(found !== undefined);
  return found;
};
const role = { title: 'Packer', description: '', permissions: [] };

forEachEngine(async (engine) => {
  const server = await clientServer(engine);
  after(server.close);
  const { node } = server;
  const [shop, foreign] = [await server.tenant(), await server.tenant()];
  const { db } = node;
  const at = node.now();
  const guarded = (statement: readonly Statement[], guard: string) =>
    assert.rejects(db.commit(statement), (error) => guardFailed(error, guard));
  const [mine, theirs] = [shop.organizationId, foreign.organizationId];

  describe('writes of what belongs to another organization', () => {
    test('a client is not changed, touched or deleted', async () => {
      const client = present(await findClientById(db, shop.rootClientId));
      const place = { ...client, organizationId: theirs };
      await guarded([updateClient(place, { ...client, isActive: false }, at)], 'oauth_client_version');
      await guarded([touchClient(place, at)], 'oauth_client_version');
      await guarded(deleteClient(place, at), 'oauth_client_version');
      assert.deepEqual(await findClientById(db, shop.rootClientId), client);
      await db.commit([touchClient(client, at)]);
      assert.equal(present(await findClientById(db, shop.rootClientId)).version, client.version + 1);
    });

    test('a person is not changed', async () => {
      const email = 'packer@example.com';
      await addOperator(node, { organizationId: mine, email, name: 'Packer', role: 'viewer' }, system);
      const person = present(await findPersonByEmail(db, mine, email));
      const changed = { name: 'Mine now', role: 'owner', isActive: true };
      await guarded([updatePerson({ ...person, organizationId: theirs }, changed, at)], 'person_current');
      assert.deepEqual(await findPersonByEmail(db, mine, email), person);
      await db.commit([updatePerson(person, changed, at)]);
    });

    test('a role is not found, changed, given or deleted', async () => {
      await db.commit([insertRole(mine, 'packer', role, at)]);
      const own = present(await findRole(db, mine, 'packer'));
      assert.deepEqual([await findRole(db, theirs, 'packer'), await listRoles(db, theirs)], [undefined, []]);
      await guarded([updateRole(theirs, own, { ...role, permissions: ['*'] }, at)], 'role_current');
      await guarded([holdRole(theirs, own)], 'role_current');
      await guarded([deleteRole(theirs, 'packer')], 'role_unused');
      assert.deepEqual(await findRole(db, mine, 'packer'), own);
      await db.commit([updateRole(mine, own, role, at), deleteRole(mine, 'packer')]);
    });

    test('their people and roles take none of our room', async () => {
      const people = Array.from({ length: 1_001 }, (_, number) => number);
      await db.commit(
        people.map((number) => ({
          sql: `insert into operator (id, organization_id, email, name, role, is_active, created_at, modified_at)
                values (?, ?, ?, 'Many', 'viewer', 1, ?, ?)`,
          params: [`many-${number}`, theirs, `many-${number}@example.com`, at, at],
        })),
      );
      await guarded([holdOrganization(theirs), roomForPerson(theirs)], 'operator_limit');
      await db.commit([holdOrganization(mine), roomForPerson(mine)]);
      const roles = Array.from({ length: 51 }, (_, number) => insertRole(theirs, `role-${number}`, role, at));
      await db.commit(roles);
      await guarded([holdOrganization(theirs), roomForRole(theirs)], 'role_limit');
      await db.commit([holdOrganization(mine), roomForRole(mine)]);
    });

    test('an address of another shopper is not found or deleted', async () => {
      const { applicationId } = await newShop(node);
      const owner = { kind: 'customer', id: 'asha' } as const;
      const address = { id: 'home', version: 1, createdAt: at, modifiedAt: at, areaCode: '400001', country: 'IN' };
      await db.commit([addAddress(applicationId, owner, { ...address, state: null, fields: {} }, 30)]);
      const another = { ...owner, id: 'binu' };
      assert.deepEqual(await listAddresses(db, applicationId, another), []);
      await db.commit([deleteAddress(applicationId, another, 'home')]);
      assert.equal((await listAddresses(db, applicationId, owner)).length, 1);
      await db.commit([deleteAddress(applicationId, owner, 'home')]);
      assert.equal((await listAddresses(db, applicationId, owner)).length, 0);
    });
  });
});
