/** Pictures of a merchant's own: put up, shown to everybody for good, and taken away by whom they belong to. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { newShop, type Person, signedIn } from '../../applications/test-server.ts';
import { forEachEngine } from '../../databases.ts';
import { aProduct, type CatalogShop, feedPath, openShop, PICTURE_BYTES } from '../shop.ts';

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** With every byte there is, so that none is lost on the way. */
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(Array.from({ length: 256 }, (_, n) => n))]);
const MOST_BYTES = 2_097_152;
const sent = (bytes: Uint8Array) => ({ content: Buffer.from(bytes).toString('base64') });

forEachEngine((engine) => {
  let shop: CatalogShop;
  let viewer: Person;
  let stranger: Person;
  before(async () => {
    shop = await openShop(engine);
    viewer = await signedIn(shop.app, shop.node, shop, 'viewer');
    stranger = await signedIn(shop.app, shop.node, await newShop(shop.node), 'owner');
  });
  after(() => shop.close());
  const url = (name = ''): string => feedPath(shop.companyId, `pictures${name}`);
  const put = (payload: object, who: Person = shop.owner, headers = {}) =>
    who({ method: 'POST', url: url(), payload, headers });
  const told = (answer: { readonly statusCode: number; readonly json: () => unknown }): string => {
    const { error_code, details } = answer.json() as { error_code: string; details?: readonly { field: string }[] };
    return `${answer.statusCode} ${error_code} ${details?.[0]?.field ?? ''}`.trim();
  };

  describe('pictures', () => {
    test('lie at an address that follows from their bytes, for everybody and for good', async () => {
      const made = await put(sent(jpeg));
      const hash = createHash('sha256').update(jpeg).digest('hex');
      assert.equal(made.statusCode, 201, made.body);
      const address = `/pictures/${shop.companyId}/${hash}.jpg`;
      assert.deepEqual(made.json(), { name: `${hash}.jpg`, url: address, media_type: 'image/jpeg' });
      const { statusCode, headers, rawPayload } = await shop.app.inject({ url: address });
      assert.equal(statusCode, 200);
      assert.deepEqual(rawPayload, jpeg);
      assert.equal(headers['content-type'], 'image/jpeg');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
      const again = await shop.app.inject({ url: address, headers: { 'if-none-match': String(headers['etag']) } });
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0]);
      assert.equal(told(await shop.app.inject({ url: address.replace('.jpg', '.png') })), '404 picture_not_found');
    });

    test('are named by products like any other', async () => {
      const { url: address } = (await put(sent(gif))).json<{ url: string }>();
      const report = await shop.feed('products', [aProduct(1, { images: [{ url: address }] })]);
      assert.equal(report.accepted, 1);
    });

    test('are kept once, however often they come, and stand in the audit', async () => {
      const headers = { 'idempotency-key': 'the-same-picture' };
      const [first, second, third] = [
        await put(sent(gif), shop.owner, headers),
        await put(sent(gif), shop.owner, headers),
        await put(sent(gif)),
      ];
      assert.deepEqual([second.json(), third.json()], [first.json(), first.json()]);
      assert.equal(second.headers['idempotent-replayed'], 'true');
      const { name } = first.json<{ name: string }>();
      const rows = await shop.node.db.all('select name from picture where name = ? limit 10', [name]);
      assert.equal(rows.length, 1);
      const audit = await shop.node.db.all<{ action: string; document: string }>(
        'select action, document from audit where subject = ? order by id limit 10',
        [`company/${shop.companyId}/picture/${name}`],
      );
      assert.deepEqual(
        new Set(audit.map(({ action, document }) => `${action} ${document}`)),
        new Set([`picture.add {"before":null,"after":{"bytes":${gif.length}}}`]),
      );
      assert.equal(told(await put(sent(jpeg), shop.owner, headers)), '422 idempotency_mismatch');
    });

    test('of two companies lie apart, and nobody reaches another one’s', async () => {
      const { name } = (await put(sent(gif))).json<{ name: string }>();
      assert.equal(told(await put(sent(gif), stranger)), '404 company_not_found');
      assert.equal(told(await stranger({ method: 'DELETE', url: url(`/${name}`) })), '404 company_not_found');
      assert.equal(told(await put(sent(gif), viewer)), '403 permission_missing');
      assert.equal(told(await viewer({ method: 'DELETE', url: url(`/${name}`) })), '403 permission_missing');
    });

    const refused: readonly (readonly [string, object, string])[] = [
      ['a drawing', sent(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), '400 body_invalid content'],
      ['no base64', { content: 'not base64!' }, '400 body_invalid content'],
      ['one sign that is none', { content: '/9j/4AA!AAAA' }, '400 body_invalid content'],
      ['a letter too many', { content: '/9j/4AAAA' }, '400 body_invalid content'],
      ['too many signs at its end', { content: '/9j/4A===' }, '400 body_invalid content'],
      ['nothing', { content: '' }, '400 body_invalid content'],
      ['more than 2 MiB', sent(Buffer.concat([jpeg, Buffer.alloc(MOST_BYTES)])), '400 body_invalid content'],
      ['far more than that', sent(Buffer.alloc(2 * MOST_BYTES)), '413 body_too_large'],
    ];
    for (const [what, body, problem] of refused) {
      test(`cannot be ${what}`, async () => assert.equal(told(await put(body)), problem));
    }

    test('may have 2 MiB', async () => {
      const large = Buffer.concat([jpeg, Buffer.alloc(MOST_BYTES - jpeg.length)]);
      const made = await put(sent(large));
      assert.equal(made.statusCode, 201, made.body);
      const shown = await shop.app.inject({ url: made.json<{ url: string }>().url });
      assert.equal(shown.rawPayload.length, MOST_BYTES);
    });

    test('of a company take up so much and no more, also when two come at once', async () => {
      const fresh = await openShop(engine);
      const photograph = (bytes: number, n: number) => sent(Buffer.concat([jpeg, Buffer.alloc(bytes, n)]));
      const putUp = (payload: object) =>
        fresh.owner({ method: 'POST', url: feedPath(fresh.companyId, 'pictures'), payload });
      const taken = async (): Promise<readonly [unknown, unknown]> => {
        const counted = await fresh.node.db.one<{ value: number }>('select value from counter where name = ?', [
          `picture_bytes/${fresh.companyId}`,
        ]);
        const lies = await fresh.node.db.one<{ n: number }>('select sum(length(content)) as n from picture');
        return [counted?.value, lies?.n ?? 0];
      };
      const large = photograph(1_500_000, 1);
      const first = await putUp(large);
      assert.equal(first.statusCode, 201, first.body);
      const rest = PICTURE_BYTES - 1_500_000 - 2 * jpeg.length;
      const both = await Promise.all([putUp(photograph(rest, 2)), putUp(photograph(rest, 3))]);
      assert.deepEqual(
        both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
        [201, 409],
      );
      assert.deepEqual(await taken(), [PICTURE_BYTES, PICTURE_BYTES]);
      assert.equal(told(await putUp(sent(gif))), '409 picture_limit_reached');
      assert.equal((await putUp(large)).statusCode, 201, 'the same once more needs no room');
      assert.deepEqual(await taken(), [PICTURE_BYTES, PICTURE_BYTES]);
      const { name } = first.json<{ name: string }>();
      const remove = () => fresh.owner({ method: 'DELETE', url: feedPath(fresh.companyId, `pictures/${name}`) });
      const removed = await Promise.all([remove(), remove()]);
      assert.deepEqual(
        removed.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b),
        [200, 404],
      );
      assert.deepEqual(await taken(), [rest + jpeg.length, rest + jpeg.length]);
      assert.equal((await putUp(sent(gif))).statusCode, 201);
      await fresh.close();
    });

    test('are taken away, and are then nowhere', async () => {
      const { name, url: address } = (await put(sent(gif))).json<{ name: string; url: string }>();
      const removed = await shop.owner({ method: 'DELETE', url: url(`/${name}`) });
      assert.deepEqual(removed.json(), { success: true, message: 'The picture was removed.' });
      assert.equal(told(await shop.app.inject({ url: address })), '404 picture_not_found');
      assert.equal(told(await shop.owner({ method: 'DELETE', url: url(`/${name}`) })), '404 picture_not_found');
    });
  });
});
