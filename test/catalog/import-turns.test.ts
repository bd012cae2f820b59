/** A file of an import is looked through with others in between, whatever stands in it. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { keepParts, readParts } from '../../src/catalog/imports/import-parts.ts';
import { beginReceiving } from '../../src/catalog/imports/import-store.ts';
import { sellerFeed } from '../../src/catalog/feed/seller-feed.ts';
import type { Chunks } from '../../src/feeds/feed-rows.ts';
import { openSource } from '../../src/feeds/import-source.ts';
import { Refusal } from '../../src/shared/errors.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { countedCalls } from '../counted-work.ts';
import { forEachEngine } from '../databases.ts';

const PART = 262_144;
const PARTS = 8;

async function* quotedWithoutEnd(): Chunks & AsyncGenerator<Uint8Array, void> {
  yield Buffer.from('"');
  for (let part = 0; part < PARTS; part += 1) yield Buffer.alloc(part === 0 ? PART - 1 : PART, 'x');
}

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(() => node.close());
  const { companyId } = await newShop(node);

  test('also one in which no line ends', async () => {
    const id = 'endless';
    const job = {
      id,
      company_id: companyId,
      kind: 'sellers',
      format: 'csv',
      file_name: '',
      named_columns: '[]',
    } as const;
    await node.db.commit(beginReceiving(job, node.now()));
    const pace = { wait: () => undefined, rest: () => undefined };
    const { bytes } = await keepParts(node, id, { body: quotedWithoutEnd(), mostBytes: 2 * PARTS * PART, pace });
    assert.equal(bytes, PARTS * PART);
    const read = () => openSource(readParts(node.db, id), sellerFeed.schema, { format: 'csv', named: new Map() });
    const turns = await countedCalls('nextTurn', () => assert.rejects(read(), Refusal));
    assert.ok(turns >= PARTS - 1, `${turns} turns`);
  });
});
