/** A browser that is killed: what waited in it is not lost. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { openCollector } from '../emitter/test-collector.ts';
import { skipBrowser } from './browser.ts';
import { agree, oneToN, openPage, queued, sorted, until, view, viewed } from './emitter-page.ts';
import { openKeptBrowser } from './kept-browser.ts';

describe('emitter after a crash', { skip: skipBrowser }, () => {
  test('events that waited when the browser was killed arrive when it is opened again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-browser-'));
    const collector = await openCollector();
    after(async () => {
      await collector.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    });
    collector.answerWith({ status: 503 });
    const first = await openKeptBrowser(folder);
    after(first.kill);
    const page = await openPage(first.context, collector);
    await agree(page);
    await view(page, 1, 7);
    await until(
      () => queued(page),
      (count) => count === 7,
    );
    await first.kill();

    collector.answerWith(undefined);
    const second = await openKeptBrowser(folder);
    after(second.kill);
    const reopened = await openPage(second.context, collector);
    // The browser may not have written yet that he agreed: then he is asked again.
    await reopened.evaluate('emitter.consent(true)');
    await until(
      () => viewed(collector).length,
      (count) => count === 7,
    );
    assert.deepEqual(sorted(viewed(collector)), oneToN(7));
    await until(
      () => queued(reopened),
      (count) => count === 0,
    );
  });
});
