/** Rules that move: the secret of one address signs nothing that is sent to the other, and the answers of a removed rule are its own. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Node } from '../../../src/applications/node.ts';
import { signatureHeaders } from '../../../src/http/outgoing/sign-delivery.ts';
import { customRuleAt, removeCustomRule } from '../../../src/offers/logic/change-custom-rule.ts';
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

  test('a rule with the name of one that was removed is asked itself, and has no last answer of it', async () => {
    const node = await newNode(engine);
    const shop = await newShop(node);
    const { program, put, work, write, close } = await openRuleDesk({ ...shop, node });
    const { reach, modules } = work.desk;
    const asker = ruleAsker({ node, reach, modules });
    after(async () => {
      await Promise.all([asker.close(), close()]);
      await node.close();
    });
    const terms = { url: program.url, keep_seconds: 60, fallback: 'last', last_minutes: 1440 } as const;
    const ask = async () => {
      const rule = await customRuleAt(node, shop, 'moves');
      const said = await asker.ask(shop.applicationId, rule, { text: '{}', read: (answer: unknown) => answer });
      return said.kind === 'answered' ? said.value : said.kind;
    };
    const versions: number[] = [];
    const putAnew = async (): Promise<void> => {
      if (versions.length > 0) await removeCustomRule(work, 'moves', write);
      versions.push((await put('moves', terms)).rule.version);
    };
    for (const cart of [5000, 1000]) {
      await putAnew();
      program.answers(says({ cart }));
      assert.deepEqual(await ask(), { cart });
    }
    await putAnew();
    program.answers((_told, response) => response.destroy());
    assert.equal(await ask(), 'failed');
    assert.equal(new Set(versions).size, versions.length, 'and whoever read one of them changes no other');
  });
});
