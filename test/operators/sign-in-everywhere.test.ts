/** Two nodes over one database: guesses at either are counted for both. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { addressKey } from '../../src/http/limits/address-key.ts';
import { comparePassword, signInDesk, type SignInDesk } from '../../src/operators/sign-in-desk.ts';
import { newNode } from '../applications/new-node.ts';
import { forEachEngine } from '../databases.ts';

const wrong = async (): Promise<undefined> => undefined;
const right = async (): Promise<string> => 'ann';

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const desks = [signInDesk(node), signInDesk(node)] as const;
  let people = 0;
  const somebody = () => {
    people += 1;
    return { account: `ann${people}@example.com`, address: `192.0.2.${people}` };
  };
  const refused = { code: 'rate_limited' };

  describe('wrong passwords at two nodes', () => {
    test('are counted together: after five in all, both make the guesser wait, and longer each time', async () => {
      const guesser = somebody();
      for (let turn = 0; turn < 5; turn += 1) await comparePassword(desks[turn % 2] as SignInDesk, guesser, wrong);
      for (const desk of desks) await assert.rejects(comparePassword(desk, guesser, right), refused);
      node.clock.at += 1001;
      await comparePassword(desks[0], guesser, wrong);
      node.clock.at += 1001;
      await assert.rejects(comparePassword(desks[1], guesser, wrong), refused);
      node.clock.at += 1000;
      assert.equal((await comparePassword(desks[1], guesser, right)).found, 'ann');
      for (const desk of desks) assert.equal((await comparePassword(desk, guesser, right)).found, 'ann');
    });

    test('do not slip through when they come at once', async () => {
      const guesser = somebody();
      let compared = 0;
      const count = async (): Promise<undefined> => {
        compared += 1;
      };
      const tries = Array.from({ length: 16 }, (_, n) => comparePassword(desks[n % 2] as SignInDesk, guesser, count));
      await Promise.allSettled(tries);
      assert.ok(compared <= 5, `${compared} were compared`);
    });

    test('are forgotten after an hour of quiet, and say nothing after a clock was set back', async () => {
      const guesser = somebody();
      for (let turn = 0; turn < 4; turn += 1) await comparePassword(desks[0], guesser, wrong);
      node.clock.at += 3_600_001;
      for (let turn = 0; turn < 4; turn += 1) await comparePassword(desks[1], guesser, wrong);
      await comparePassword(desks[1], guesser, wrong);
      const other = signInDesk(node);
      await assert.rejects(comparePassword(other, guesser, right), refused);
      node.clock.at -= 3_600_000;
      assert.equal((await comparePassword(signInDesk(node), guesser, right)).found, 'ann');
      node.clock.at += 3_600_000;
    });

    test('of a network of IPv6 are as many as sixteen of its addresses have, whatever the accounts', async () => {
      const from = (site: number, n: number) => ({
        account: `of-${site}-${n}@example.com`,
        address: addressKey(`2001:db8:1:${site.toString(16)}::1`),
      });
      // At two nodes, one of which hears of half of them by the database alone.
      for (let site = 0; site < 17; site += 1) {
        for (let n = 0; n < 19; n += 1) {
          if (site * 19 + n < 320) await comparePassword(desks[n % 2] as SignInDesk, from(site, n), wrong);
        }
      }
      for (const desk of desks) await assert.rejects(comparePassword(desk, from(20, 1), right), refused);
      const elsewhere = { account: 'of-another@example.com', address: addressKey('2001:db8:2::1') };
      assert.equal((await comparePassword(desks[0], elsewhere, right)).found, 'ann');
      node.clock.at += 1001;
      assert.equal((await comparePassword(desks[1], from(20, 1), right)).found, 'ann');
    });

    test('leave nothing of whom they were tried on but a keyed hash', async () => {
      const guesser = somebody();
      await comparePassword(desks[0], guesser, wrong);
      const rows = await node.db.all("select quota, subject from quota_use where quota like 'tries/%'");
      assert.ok(rows.length >= 2);
      assert.ok(!(await node.dump()).includes(guesser.account));
    });
  });
});
