/** What the storefront says in other languages is said by the service: no sentence of its tables is one that nobody makes any more. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { germanSaid } from '../../web/storefront/words/german-said.ts';
import { hindiSaid } from '../../web/storefront/words/hindi-said.ts';

const src = fileURLToPath(new URL('../../src/', import.meta.url));
const service = ['cart', 'orders', 'shared', 'balances']
  .flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(src, folder, name), 'utf8')),
  )
  .join('\n');

/** Made of parts: what it names and what follows comes from elsewhere in the same line. */
const parts: readonly string[] = ['Delivery charges applicable {} on order upto {}'];

describe('sentences of the service in other languages', () => {
  test('are made by it', () => {
    for (const [sentence] of germanSaid) {
      const pieces = (parts.includes(sentence) ? sentence.split(' {}').slice(0, 2) : [sentence]).map((piece) =>
        piece.replaceAll(/[.?()]/g, '\\$&').replaceAll('{}', '\\$\\{[^}]+\\}(?:\\))?'),
      );
      for (const piece of pieces) assert.match(service, new RegExp(piece), sentence);
    }
  });

  test('are the same in both, each once, and name what the service names', () => {
    const sentences = germanSaid.map(([sentence]) => sentence);
    assert.deepEqual(
      hindiSaid.map(([sentence]) => sentence),
      sentences,
    );
    assert.equal(new Set(sentences).size, sentences.length);
    const slots = (text: string): number => text.split('{}').length;
    for (const [sentence, ours] of [...germanSaid, ...hindiSaid]) assert.equal(slots(ours), slots(sentence), sentence);
  });
});
