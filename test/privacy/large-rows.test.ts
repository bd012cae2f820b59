/** Whoever is forgotten is looked for in everything, and some of it is large: it is read and written with others in between. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ErasureRequest, erasePerson } from '../../src/privacy/run-erasure.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';
import { recordingEngine } from '../recorded-statements.ts';

const ROWS = 30;
const filler = 'x'.repeat(100_000);

forEachEngine(async (engine) => {
  const { engine: recording, asked } = recordingEngine(engine);
  const node = await newNode(recording);
  after(() => node.close());
  const { applicationId, organizationId } = await newShop(node);
  const nobody = { userIds: [], guestIds: [], pageIds: [] };
  const erase = (asks: Pick<ErasureRequest, 'named' | 'contact'>) =>
    erasePerson(
      { ...node, hashOf: () => (text) => `hash of ${text}` },
      { applicationId, organizationId, scope: 'all', also: () => [], ...asks },
    );
  const rows = Array.from({ length: ROWS }, (_, at) => String(at));

  test('large entries of the audit are looked through in turns, each once, and lose his id', async () => {
    await node.db.commit(
      rows.map((at) => ({
        sql: `insert into audit (id, organization_id, actor, action, subject, created_at, document)
          values (?, ?, 'somebody', 'offer.change', 'offer/1', 0, ?)`,
        params: [`large-${at}`, organizationId, JSON.stringify({ before: null, after: { user_id: ['asha'], filler } })],
      })),
    );
    const turns = await countedCalls('nextTurn', async () => {
      const { state } = await erase({ named: { ...nobody, userIds: ['asha'] } });
      assert.equal(state, 'done');
    });
    assert.ok(turns >= (ROWS * filler.length) / 200_000, `${turns} turns`);
    const left = await node.db.all<{ document: string }>("select document from audit where id like 'large-%'");
    assert.equal(left.length, ROWS);
    for (const { document } of left) assert.ok(!document.includes('asha'));
  });

  test('what does not name him is not read', async () => {
    const read = await countedCalls('withoutPerson', () => erase({ named: { ...nobody, userIds: ['bina'] } }));
    assert.ok(read < ROWS, `${read} documents`);
  });

  test('what guests stored is looked through off the request path', async () => {
    await node.db.commit(
      rows.map((at) => ({
        sql: `insert into address (application_id, owner_kind, owner_id, id, version, created_at, modified_at, document)
          values (?, 'anonymous', ?, ?, 1, 0, 0, ?)`,
        params: [applicationId, `guest-${at}`, at, JSON.stringify({ fields: { email: `${at}@example.com` }, filler })],
      })),
    );
    asked.length = 0;
    const turns = await countedCalls('nextTurn', () => erase({ named: nobody, contact: { email: '7@example.com' } }));
    assert.ok(turns >= (ROWS * filler.length) / 200_000, `${turns} turns`);
    const looks = asked.filter(({ sql }) => /document from address\b/.test(sql));
    assert.ok(looks.length > 0 && looks.every(({ scans }) => scans));
    const left = await node.db.all('select owner_id from address where application_id = ?', [applicationId]);
    assert.equal(left.length, ROWS - 1);
  });
});
