import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { addOperator, deactivateOperator, issueLink } from '../../src/operators/add-operator.ts';
import { addOrganization } from '../../src/applications/add-organization.ts';
import { system } from '../../src/applications/node.ts';
import { emailProblems, normalEmail, permissionsOf, roles } from '../../src/operators/operator-rules.ts';
import {
  enterByLink,
  linkOwner,
  SESSION_IDLE,
  SESSION_LIFETIME,
  sessionOperator,
  signOut,
} from '../../src/operators/operator-session.ts';
import { hashPassword, passwordMatches } from '../../src/operators/password.ts';
import { setPassword } from '../../src/operators/set-password.ts';
import { signInDesk } from '../../src/operators/sign-in-desk.ts';
import { grants } from '../../src/http/caller.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { forEachEngine } from '../databases.ts';
import { newNode } from '../applications/new-node.ts';

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

describe('roles', () => {
  test('an owner may do everything, a manager runs companies, a viewer changes nothing', () => {
    const may = (role: string, permission: string) => grants(permissionsOf(role), permission);
    const who = (permission: string) => roles.filter((role) => may(role, permission));
    assert.deepEqual(who('company/settings/read'), roles);
    assert.deepEqual(who('company/settings/write'), ['owner', 'manager', 'developer']);
    assert.deepEqual(who('company/orders/write'), ['owner', 'manager', 'support']);
    assert.deepEqual(who('company/analytics/read'), ['owner', 'manager', 'analyst']);
    assert.deepEqual(who('organization/clients/write'), ['owner', 'developer']);
    assert.deepEqual(who('organization/operators/write'), ['owner']);
    assert.deepEqual(permissionsOf('constructor'), []);
  });

  test('an address is one however it is typed, and nonsense is none', () => {
    assert.equal(normalEmail('  Jane.Doe@Example.COM '), 'jane.doe@example.com');
    for (const bad of ['', 'jane', 'jane@', '@example.com', 'a b@example.com', 'a@b@c.d', `${'x'.repeat(250)}@a.de`]) {
      assert.equal(emailProblems(bad).length, 1, bad);
    }
    assert.deepEqual(emailProblems('jane+shop@example.com'), []);
  });
});

describe('passwords', () => {
  const quick = { N: 1024, r: 8, p: 1 };
  test('the right one matches, any other and none at all do not', async () => {
    const stored = await hashPassword('correct horse battery', randomBytes, quick);
    assert.ok(stored.startsWith('scrypt$1024$8$1$'));
    assert.ok(!stored.includes('correct'));
    assert.equal(await passwordMatches(stored, 'correct horse battery'), true);
    assert.equal(await passwordMatches(stored, 'correct horse batterz'), false);
    assert.equal(await passwordMatches(null, ''), false);
    assert.notEqual(await hashPassword('correct horse battery', randomBytes, quick), stored);
  });

  test('one password typed with composed or separate accents is the same', async () => {
    const stored = await hashPassword('cafe\u0301 und mehr', randomBytes, quick);
    assert.equal(await passwordMatches(stored, 'caf\u00e9 und mehr'), true);
  });
});

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const { organizationId } = await addOrganization(node, { name: 'Org', companyName: 'Co' }, system);

  let count = 0;
  const invite = () => {
    count += 1;
    return addOperator(node, { organizationId, email: `o${count}@example.com`, name: 'O', role: 'manager' }, system);
  };
  const enter = async () => {
    const { linkToken, operatorId } = await invite();
    return { operatorId, session: await enterByLink(node, linkToken, 'r') };
  };

  describe('links', () => {
    test('ten who use one link at once make one session', async () => {
      const { linkToken, operatorId } = await invite();
      const answers = await Promise.allSettled(Array.from({ length: 10 }, () => enterByLink(node, linkToken, 'r')));
      const sessions = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      assert.equal(sessions.length, 1);
      for (const one of answers) if (one.status === 'rejected') assert.ok(refused('link_invalid')(one.reason));
      const rows = await node.db.all('select token_hash from operator_session where operator_id = ?', [operatorId]);
      assert.equal(rows.length, 1);
      assert.equal((await sessionOperator(node, sessions[0] ?? ''))?.id, operatorId);
    });

    test('looking whose a link is does not use it up', async () => {
      const { linkToken, operatorId } = await invite();
      assert.equal((await linkOwner(node, linkToken))?.id, operatorId);
      assert.equal((await linkOwner(node, linkToken))?.id, operatorId);
      await enterByLink(node, linkToken, 'r');
      assert.equal(await linkOwner(node, linkToken), undefined);
    });

    test('a link ends after 24 hours, and a new one can be issued', async () => {
      const { linkToken, email, expiresAt } = await invite();
      const at = node.clock.at;
      node.clock.at = expiresAt;
      await assert.rejects(enterByLink(node, linkToken, 'r'), refused('link_invalid'));
      const next = await issueLink(node, organizationId, ` ${email.toUpperCase()}`, system);
      assert.ok(await enterByLink(node, next.linkToken, 'r'));
      node.clock.at = at;
    });

    test('an e-mail address belongs to one operator, and a bad one is refused', async () => {
      const { email } = await invite();
      const given = { organizationId, email: email.toUpperCase(), name: 'Twin', role: 'viewer' } as const;
      await assert.rejects(addOperator(node, given, system), refused('email_taken'));
      await assert.rejects(addOperator(node, { ...given, email: 'nobody' }, system), refused('operator_invalid'));
      await assert.rejects(
        issueLink(node, organizationId, 'stranger@example.com', system),
        refused('operator_not_found'),
      );
      await assert.rejects(
        addOperator(node, { ...given, email: 'x@example.com', organizationId: 'f'.repeat(24) }, system),
        refused('organization_not_found'),
      );
    });
  });

  describe('sessions', () => {
    test('use keeps one alive past 12 hours, idleness ends it, and 7 days end it in any case', async () => {
      const { session } = await enter();
      const began = node.clock.at;
      for (let at = began; at < began + SESSION_LIFETIME; at += SESSION_IDLE - 1) {
        node.clock.at = at;
        assert.ok(await sessionOperator(node, session), `after ${at - began} ms`);
      }
      node.clock.at = began + SESSION_LIFETIME;
      assert.equal(await sessionOperator(node, session), undefined);
      const idle = await enter();
      node.clock.at += SESSION_IDLE;
      assert.equal(await sessionOperator(node, idle.session), undefined);
      node.clock.at = began;
    });

    test('its last use is written at most once a minute', async () => {
      const { session, operatorId } = await enter();
      const seen = async () =>
        (
          await node.db.one<{ seen_at: number }>('select seen_at from operator_session where operator_id = ?', [
            operatorId,
          ])
        )?.seen_at;
      const began = node.clock.at;
      node.clock.at = began + 59_999;
      await sessionOperator(node, session);
      assert.equal(await seen(), began);
      node.clock.at = began + 60_000;
      await sessionOperator(node, session);
      assert.equal(await seen(), began + 60_000);
      node.clock.at = began;
    });

    test('signing out, and deactivation, end it at once', async () => {
      const one = await enter();
      await signOut(node, one.session, 'r');
      assert.equal(await sessionOperator(node, one.session), undefined);
      const two = await enter();
      const { email } = (await sessionOperator(node, two.session)) ?? { email: '' };
      const link = await issueLink(node, organizationId, email, system);
      await assert.rejects(
        deactivateOperator(node, 'f'.repeat(24), two.operatorId, system),
        refused('operator_not_found'),
      );
      await deactivateOperator(node, organizationId, two.operatorId, system);
      assert.equal(await sessionOperator(node, two.session), undefined);
      await assert.rejects(enterByLink(node, link.linkToken, 'r'), refused('link_invalid'));
      await assert.rejects(
        deactivateOperator(node, organizationId, two.operatorId, system),
        refused('operator_not_found'),
      );
    });

    test('a new password ends every session and link, gives a new session, and is kept as a hash only', async () => {
      const first = await enter();
      const { email } = (await sessionOperator(node, first.session)) ?? { email: '' };
      const link = await issueLink(node, organizationId, email, system);
      const second = await enterByLink(node, link.linkToken, 'r');
      const who = { organizationId, id: first.operatorId };
      const { queue } = signInDesk(node);
      await assert.rejects(
        setPassword(node, queue, { operator: who, password: 'short' }, system),
        refused('operator_invalid'),
      );
      const unused = await issueLink(node, organizationId, email, system);
      const third = await setPassword(node, queue, { operator: who, password: 'a long enough password' }, system);
      assert.equal(await sessionOperator(node, first.session), undefined);
      assert.equal(await sessionOperator(node, second), undefined);
      await assert.rejects(enterByLink(node, unused.linkToken, 'r'), refused('link_invalid'));
      assert.equal((await sessionOperator(node, third))?.id, first.operatorId);
      const row = await node.db.one<{ password_hash: string }>('select password_hash from operator where id = ?', [
        who.id,
      ]);
      assert.ok(await passwordMatches(row?.password_hash ?? null, 'a long enough password'));
      const dump = await node.dump();
      for (const secret of ['long enough', second, third, link.linkToken]) assert.ok(!dump.includes(secret));
    });

    test('entering by a link ends the session the browser came with', async () => {
      const before = await enter();
      const { linkToken } = await invite();
      const after = await enterByLink(node, linkToken, 'r', before.session);
      assert.equal(await sessionOperator(node, before.session), undefined);
      assert.ok(await sessionOperator(node, after));
    });
  });
});
