/** A search goes through all pages: who search at once have a turn of the loop each. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { guideRoutes } from '../../../src/http/guide/guide-routes.ts';
import { countedCalls } from '../../counted-work.ts';

test('five who search the guide at once let others have their turn in between', async () => {
  const app = fastify();
  after(() => app.close());
  guideRoutes(app, { publicPath: '' });
  const search = async (): Promise<void> => {
    const { statusCode, payload } = await app.inject('/guide/search?q=cart');
    assert.equal(statusCode, 200);
    assert.match(payload, /<h1>Search<\/h1>/);
  };
  await search();
  assert.equal(await countedCalls('nextTurn', () => Promise.all(Array.from({ length: 5 }, search))), 5);
});
