/** What bytes are is told by how they begin. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { endingOf, mediaTypeOf } from '../../../src/catalog/pictures/picture-rules.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const cases: readonly (readonly [string, string, string | undefined])[] = [
  ['a JPEG', '\u00FF\u00D8\u00FF\u00E0\u0000\u0010JFIF', 'jpg'],
  ['a PNG', '\u0089PNG\r\n\u001A\n\u0000\u0000\u0000\rIHDR', 'png'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'gif'],
  ['a WebP', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ', 'webp'],
  ['an AVIF', '\u0000\u0000\u0000\u001Cftypavif\u0000\u0000', 'avif'],
  ['a drawing that can hold a program', '<svg xmlns="http://www.w3.org/2000/svg"/>', undefined],
  ['a page', '<!doctype html><script>1</script>', undefined],
  ['a sound in the same box as WebP', 'RIFF\u0010\u0000\u0000\u0000WAVEfmt ', undefined],
  ['a film in the same box as AVIF', '\u0000\u0000\u0000\u001Cftypisom\u0000\u0000', undefined],
  ['the beginning of a PNG', '\u0089PNG', undefined],
  ['nothing', '', undefined],
];

describe('a picture', () => {
  for (const [what, text, ending] of cases) {
    test(`${ending === undefined ? 'is not' : 'can be'} ${what}`, () => assert.equal(endingOf(bytes(text)), ending));
  }

  test('is shown as what its name ends with', () => {
    assert.deepEqual(['a.jpg', 'a.webp', 'a.html'].map(mediaTypeOf), [
      'image/jpeg',
      'image/webp',
      'application/octet-stream',
    ]);
  });
});
