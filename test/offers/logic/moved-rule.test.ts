/** A rule that moves while it is asked: the secret of one address signs nothing that is sent to the other. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Node } from '../../../src/applications/node.ts';
import { signatureHeaders } from '../../../src/http/outgoing/sign-delivery.ts';
import { customRuleAt } from '../../../src/offers/logic/change-custom-rule.ts';
import { ruleAsker } from '../../../src/offers/logic/rule-asker.ts';
import { newNode } from '../../applications/new-node.ts';
import { newShop } from '../../applications/test-server.ts';
import { forEachEngine } from '../../databases.ts';
import { openRuleDesk } from '../../orders/rule-desk.ts';
import { openProgram, says } from '../../orders/rule-program.ts';

const ASKED = 6;

forEachEngine((engine) => {
  test('questions are signed for the address they go to, whenever it changes', async () => {
    const node = await newNode(engine);
    const shop = await newShop(node);
    const { program, put, work, close } = await openRuleDesk({ ...shop, node });
    const programs = [program, await openProgram()] as const;
    for (const one of programs) one.answers(says({}));
    const secretOf = (url: string): string => `the secret of ${url}`;
    const moveTo = ({ url }: { readonly url: string }) => put('moves', { url, secret: secretOf(url) });
    let moves = 0;
    /** It moves right before its secret is read. */
    const db: Node['db'] = {
      ...node.db,
      one: async (sql, params) => {
        if (sql.includes('sealed_value')) {
          moves += 1;
          await moveTo(programs[moves % 2 === 0 ? 0 : 1]);
        }
        return node.db.one(sql, params);
      },
    };
    const { reach, modules } = work.desk;
    const asker = ruleAsker({ node: { ...node, db }, reach, modules });
    after(async () => {
      await Promise.all([asker.close(), close()]);
      programs[1].close();
      await node.close();
    });
    await moveTo(programs[0]);
    for (let n = 0; n < ASKED; n += 1) {
      const rule = await customRuleAt(node, shop, 'moves');
      const question = { text: JSON.stringify({ n }), read: (said: unknown) => said };
      const { kind } = await asker.ask(shop.applicationId, rule, question);
      assert.equal(kind, 'answered');
    }
    assert.equal(moves, ASKED, 'it moved with every question');
    for (const { url, calls } of programs) {
      assert.equal(calls.length, ASKED / 2);
      for (const { text, headers } of calls) {
        const [id, now] = [String(headers['webhook-id']), Number(headers['webhook-timestamp']) * 1000];
        const signed = signatureHeaders({ id, body: text, secrets: [secretOf(url)], now });
        assert.equal(headers['webhook-signature'], signed['webhook-signature']);
      }
    }
  });
});
