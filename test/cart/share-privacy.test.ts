/** What a share link gives away: a copy and its prices. Never the cart's `id`, and its own token only to those who hold it. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { type Engine, forEachEngine } from '../databases.ts';
import { type Answer, type CartServer, freshKey, openCartServer, quantities, type Shopper } from './cart-server.ts';

const detail = '/v1.0/detail?i=true&b=true';
const shirts = { items: [{ item_id: 1, item_size: 'M', quantity: 2 }] };

/** Every text of an answer, its headers and the names of its members included. */
const textsOf = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)]);
};
const tells = ({ body, headers }: Answer, secret: string): boolean =>
  textsOf([body, headers]).some((text) => text.includes(secret));

forEachEngine((engine) => {
  let server: CartServer;
  let file: string | undefined;
  before(async () => {
    const watched: Engine = {
      ...engine,
      open: async (options) => {
        const opened = await engine.open(options);
        file = opened.file;
        return opened;
      },
    };
    server = await openCartServer(watched);
    await server.shop.sell(1, [{ quantity: 1000 }]);
    await server.set({ storefront_url: 'https://shop.example/' });
  });
  after(() => server.close());

  const withShirts = async (shopper: Shopper): Promise<{ readonly id: string; readonly number: string }> => {
    const { body } = await shopper('POST', detail, shirts);
    return { id: String(body.cart.id), number: String(body.cart.cart_id) };
  };
  const share = async (owner: Shopper, key = freshKey()): Promise<Answer> =>
    owner('POST', '/v1.0/share-cart', {}, { 'idempotency-key': key });
  const owners: readonly (readonly [string, () => Promise<Shopper>])[] = [
    ['a visitor', async () => server.visitor()],
    ['a customer', () => server.customer('shares')],
  ];

  for (const [who, newOwner] of owners) {
    describe(`a link to the cart of ${who}`, () => {
      test('never shows the id of that cart, in no answer and to nobody', async () => {
        const owner = await newOwner();
        const { id } = await withShirts(owner);
        const made = await share(owner);
        const path = `/v1.0/share-cart/${String(made.body['token'])}`;
        const strangers = [server.visitor(), await server.customer('takes')];
        const answers = [made, await owner('GET', path)];
        for (const stranger of strangers) {
          answers.push(
            await stranger('GET', path),
            await stranger('POST', `${path}/merge`),
            await stranger('POST', `${path}/replace`),
            await stranger('GET', detail),
            await stranger('GET', '/v3.0/detail-light'),
          );
        }
        for (const answer of answers) assert.equal(answer.status, 200);
        assert.equal(tells(await owner('GET', detail), id), true, 'the walk finds an id where there is one');
        assert.deepEqual(
          answers.filter((answer) => tells(answer, id)),
          [],
        );
      });

      test('shows nothing else that opens it', async () => {
        const owner = await newOwner();
        const { number } = await withShirts(owner);
        const { body } = await share(owner);
        const seen = await server.visitor()('GET', `/v1.0/share-cart/${String(body['token'])}`);
        const stranger = await server.customer('opens');
        for (const key of [seen.body.cart.id, seen.body.cart.cart_id, number, body['token']]) {
          assert.equal((await stranger('GET', `${detail}&id=${String(key)}`)).status, 404, String(key));
          const merged = await stranger('POST', '/v3.0/merge', { cart_ids: [key] });
          assert.deepEqual([merged.status, merged.body.error_code], [400, 'merge_source_invalid'], String(key));
        }
      });
    });
  }

  test('a link tells who shared it to himself alone', async () => {
    const owner = await server.customer('shares-openly');
    await withShirts(owner);
    const path = `/v1.0/share-cart/${String((await share(owner)).body['token'])}`;
    const strangers = [server.visitor(), await server.customer('looks')];
    for (const stranger of strangers) {
      const seen = await stranger('GET', path);
      assert.deepEqual([seen.status, tells(seen, 'shares-openly')], [200, false]);
      assert.equal(tells(await stranger('POST', `${path}/merge`), 'shares-openly'), false);
    }
    assert.equal(tells(await owner('GET', path), 'shares-openly'), true);
  });

  describe('the token of a link', () => {
    test('is told again under the same key, and yet is nowhere in the database', async () => {
      const owner = server.visitor();
      await withShirts(owner);
      const key = freshKey();
      const first = await share(owner, key);
      const again = await share(owner, key);
      assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true']);
      const token = String(first.body['token']);
      assert.match(token, /^[\w-]{43}$/);
      const dump = await server.shop.node.dump();
      assert.equal(dump.includes(key), true, 'the record of the key is in what was searched');
      assert.equal(dump.includes(token), false);
      const files = file === undefined ? [] : [file, `${file}-wal`].filter((name) => existsSync(name));
      assert.equal(files.length > 0, engine.name === 'sqlite');
      for (const name of files) assert.equal(readFileSync(name).includes(token), false, name);
    });

    test('is another for every share, and opens its own copy', async () => {
      const owner = server.visitor();
      await withShirts(owner);
      const one = String((await share(owner)).body['token']);
      await owner('POST', detail, shirts);
      const two = String((await share(owner)).body['token']);
      assert.notEqual(one, two);
      const held = async (token: string) =>
        quantities((await server.visitor()('GET', `/v1.0/share-cart/${token}`)).body.cart);
      assert.deepEqual([await held(one), await held(two)], [{ '1_M': 2 }, { '1_M': 4 }]);
    });
  });
});
