import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addApplication } from '../../src/applications/add-application.ts';
import { addCompany, addOrganization } from '../../src/applications/add-organization.ts';
import {
  type ApplicationPlace,
  applicationsOfOrganization,
  readApplication,
} from '../../src/applications/application-store.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { addToken, removeToken, tokensOf } from '../../src/applications/tokens/change-tokens.ts';
import { applicationFinder } from '../../src/applications/find-application.ts';
import { system } from '../../src/applications/node.ts';
import { originIsListed } from '../../src/applications/origin-statements.ts';
import type { ApplicationChange } from '../../src/contract/applications/application-contract.ts';
import { readSealed } from '../../src/db/sealing/sealed-values.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { forEachEngine } from '../databases.ts';
import { newNode } from './new-node.ts';

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;
const shop = { name: 'Shop', currency: 'INR', country: 'IN' } as const;
const free = { ...system, checkVersion: () => undefined, remember: () => [] };

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const made = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);
  const { applicationId, applicationToken } = await addApplication(node, made, shop, system);
  const place = { ...made, applicationId };
  const token = applicationToken;

  const anotherApplication = async (): Promise<ApplicationPlace & { token: string }> => {
    const { applicationId, applicationToken } = await addApplication(node, place, shop, system);
    return { ...place, applicationId, token: applicationToken };
  };
  const change = (where: ApplicationPlace, body: ApplicationChange) => changeApplication(node, where, body, free);

  describe('organizations and companies', () => {
    test('companies get numbers of their own, also when ten are added at once', async () => {
      const ids = await Promise.all(
        Array.from({ length: 10 }, (_, n) => addCompany(node, place.organizationId, `Co ${n}`, system)),
      );
      assert.equal(new Set([...ids, place.companyId]).size, 11);
      assert.ok(ids.every((id) => Number.isSafeInteger(id) && id > 0));
    });

    test('a company of an unknown organization, and an application of a foreign company, are refused', async () => {
      await assert.rejects(addCompany(node, 'f'.repeat(24), 'Co', system), refused('organization_not_found'));
      const other = await addOrganization(node, { name: 'Other', companyName: 'Co' }, system);
      const foreign = { organizationId: other.organizationId, companyId: place.companyId };
      await assert.rejects(addApplication(node, foreign, shop, system), refused('company_not_found'));
    });
  });

  test('shops are told as they were added, so that another one never takes the place of the first', async () => {
    const own = await addOrganization(node, { name: 'Many', companyName: 'Co' }, system);
    const added: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      node.clock.at += 1_000;
      added.push((await addApplication(node, own, shop, system)).applicationId);
    }
    const told = async (most: number) =>
      (await applicationsOfOrganization(node.db, own.organizationId, most)).map(({ id }) => id);
    assert.deepEqual(await told(9), added);
    assert.deepEqual(await told(3), added.slice(0, 3));
  });

  describe('the caller check', () => {
    test('the right token finds the application, its company, organization and settings', async () => {
      const found = await applicationFinder(node.db)(place.applicationId, token, node.now());
      assert.equal(found?.companyId, place.companyId);
      assert.equal(found.organizationId, place.organizationId);
      assert.equal(found.settings.currency, 'INR');
    });

    test('a wrong token, an unknown application and another application’s token find nothing', async () => {
      const find = applicationFinder(node.db);
      const other = await anotherApplication();
      assert.equal(await find(place.applicationId, `${token}x`, node.now()), undefined);
      assert.equal(await find(place.applicationId, '', node.now()), undefined);
      assert.equal(await find('f'.repeat(24), token, node.now()), undefined);
      assert.equal(await find(place.applicationId, other.token, node.now()), undefined);
    });

    test('a changed setting counts from the next call, and unchanged settings are parsed once', async () => {
      const own = await anotherApplication();
      const find = applicationFinder(node.db);
      const first = await find(own.applicationId, own.token, node.now());
      const second = await find(own.applicationId, own.token, node.now());
      assert.equal(first?.settings, second?.settings);
      await change(own, { name: 'Renamed' });
      assert.equal((await find(own.applicationId, own.token, node.now()))?.settings.name, 'Renamed');
    });
  });

  describe('tokens', () => {
    test('several are live at once; a removed or expired one opens nothing', async () => {
      const own = await anotherApplication();
      const find = applicationFinder(node.db);
      const kept = await addToken(node, own, null, { ...system, remember: () => [] });
      const short = await addToken(node, own, node.now() + 1000, { ...system, remember: () => [] });
      for (const one of [own.token, kept.token, short.token]) {
        assert.ok(await find(own.applicationId, one, node.now()));
      }
      assert.equal(await find(own.applicationId, short.token, node.now() + 1000), undefined);
      const first = (await tokensOf(node.db, own)).tokens.find(({ hint }) => hint === own.token.slice(-4));
      await removeToken(node, own, first?.id ?? '', system);
      assert.equal(await find(own.applicationId, own.token, node.now()), undefined);
      assert.ok(await find(own.applicationId, kept.token, node.now()));
      assert.equal(kept.hint, kept.token.slice(-4));
    });

    test('at most five live, however many ask at once', async () => {
      const own = await anotherApplication();
      const asked = await Promise.allSettled(
        Array.from({ length: 8 }, () => addToken(node, own, null, { ...system, remember: () => [] })),
      );
      assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 4);
      for (const one of asked) if (one.status === 'rejected') assert.ok(refused('token_limit_reached')(one.reason));
      assert.equal((await tokensOf(node.db, own)).tokens.length, 5);
    });

    test('the last live one stays, also when two remove the last two at once', async () => {
      const own = await anotherApplication();
      await addToken(node, own, null, { ...system, remember: () => [] });
      const { tokens } = await tokensOf(node.db, own);
      const removed = await Promise.allSettled(tokens.map(({ id }) => removeToken(node, own, id, system)));
      assert.deepEqual(removed.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const left = (await tokensOf(node.db, own)).tokens;
      assert.equal(left.length, 1);
      await assert.rejects(removeToken(node, own, left[0]?.id ?? '', system), refused('last_token'));
      await assert.rejects(removeToken(node, own, 'f'.repeat(24), system), refused('application_token_not_found'));
    });

    test('a token of the past is refused', async () => {
      await assert.rejects(
        addToken(node, place, node.now(), { ...system, remember: () => [] }),
        refused('body_invalid'),
      );
    });
  });

  describe('settings', () => {
    test('of ten changes on one version, one wins', async () => {
      const own = await anotherApplication();
      const onVersion = (version: number) => {
        if (version !== 1) throw new Refusal('version_conflict');
      };
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          changeApplication(node, own, { name: `Name ${n}` }, { ...free, checkVersion: onVersion }),
        ),
      );
      assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await readApplication(node.db, own))?.version, 2);
    });

    test('changes of different fields without a version all count', async () => {
      const own = await anotherApplication();
      const bodies: readonly ApplicationChange[] = [
        { name: 'Both' },
        { currencies: ['USD'] },
        { policy: { rounding: 'half_even' } },
        { policy: { set_pick: 'dearest' } },
      ];
      await Promise.all(bodies.map((body) => change(own, body)));
      const settings = (await readApplication(node.db, own))?.settings;
      assert.deepEqual(
        [settings?.name, settings?.currencies, settings?.policy.rounding, settings?.policy.set_pick],
        ['Both', ['USD'], 'half_even', 'dearest'],
      );
    });

    test('a change that changes nothing keeps the version and leaves no trace in the audit', async () => {
      const own = await anotherApplication();
      const rows = () => node.db.all('select id from audit where subject = ?', [`application/${own.applicationId}`]);
      const traces = (await rows()).length;
      assert.equal((await change(own, { name: shop.name })).version, 1);
      assert.equal((await rows()).length, traces);
    });

    test('a foreign organization, company or unknown id is the same: not found', async () => {
      for (const wrong of [
        { ...place, organizationId: 'f'.repeat(24) },
        { ...place, companyId: place.companyId + 1000 },
        { ...place, applicationId: 'f'.repeat(24) },
      ]) {
        await assert.rejects(change(wrong, { name: 'x' }), refused('application_not_found'));
        await assert.rejects(tokensOf(node.db, wrong), refused('application_not_found'));
        assert.equal(await readApplication(node.db, wrong), undefined);
      }
    });

    test('secrets are sealed, replaced and removed, and found in no table and no audit row', async () => {
      const own = await anotherApplication();
      const secret = 'a customer secret of more than 32 bytes';
      const owner = `application/${own.applicationId}`;
      const sealed = () => readSealed(node.db, node.keyring, owner, 'customer_token_secret');
      const after = await change(own, { customer_token: { kind: 'secret' }, customer_token_secret: secret });
      assert.deepEqual(after.secretsSet, {
        customer_token_secret: true,
        request_signature_secret: false,
        payment_secret: false,
      });
      assert.equal(await sealed(), secret);
      const replaced = await change(own, { customer_token_secret: `${secret} 2` });
      assert.equal(replaced.version, 3);
      assert.equal(await sealed(), `${secret} 2`);
      await assert.rejects(change(own, { customer_token_secret: null }), refused('settings_invalid'));
      await change(own, { customer_token: null, customer_token_secret: null });
      assert.equal(await sealed(), undefined);
      const dump = await node.dump();
      for (const hidden of [secret, own.token, token]) assert.ok(!dump.includes(hidden));
      assert.ok(dump.includes('customer_token_secret_set'));
    });

    test('an origin is known from the moment it is listed to the moment it goes, for each application', async () => {
      const [one, two] = [await anotherApplication(), await anotherApplication()];
      const origin = 'https://shop.example';
      assert.equal(await originIsListed(node.db, origin), false);
      await change(one, { origins: [origin] });
      await change(two, { storefront_url: `${origin}/en` });
      await change(one, { origins: [], name: 'No origin' });
      assert.equal(await originIsListed(node.db, origin), true);
      await change(two, { storefront_url: null });
      assert.equal(await originIsListed(node.db, origin), false);
    });
  });
});
