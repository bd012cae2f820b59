/** What an id alone opens of a cart, and how what is withheld comes through a change of the goods. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  type CartDocument,
  type CartLine,
  emptyDocument,
  type StoredCart,
} from '../../../src/cart/store/cart-document.ts';
import {
  goodsOf,
  plainLine,
  reachOf,
  storedCart,
  wholeCart,
  withGoodsAlone,
  withHolder,
} from '../../../src/cart/call/cart-reach-rules.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { aCart, aLine } from '../response/carts.ts';

const anyCart = aCart([]);
const guest = (document: CartDocument): StoredCart => ({ ...anyCart, document });

const said = fc.dictionary(fc.constantFrom('words', 'name'), fc.string(), { maxKeys: 2 });
const line = (identifier: string): fc.Arbitrary<CartLine> =>
  fc
    .record({ quantity: fc.integer({ min: 1, max: 9 }), meta: said, extraMeta: said, customJson: said })
    .map(({ quantity, ...asked }) => aLine(1, quantity, { identifier, asked }));
const lines = fc
  .integer({ min: 0, max: 4 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => line(`l${at}`))));
const document: fc.Arbitrary<CartDocument> = fc
  .record({ lines, comment: fc.string(), panNo: fc.option(fc.string()), addressId: fc.option(fc.string()) })
  .map(({ comment, panNo, addressId, ...rest }) => ({
    ...emptyDocument,
    ...rest,
    addressId,
    meta: { ...emptyDocument.meta, comment, panNo },
  }));

test('who may have what', () => {
  const owned = { isOwner: true, byNumber: false, setting: 'none' } as const;
  const byId = { isOwner: false, byNumber: false, setting: 'goods' } as const;
  const cart = guest(emptyDocument);
  const held: StoredCart = { ...cart, heldById: true };
  const customers: StoredCart = { ...cart, owner: { kind: 'customer', id: 'c' } };
  assert.deepEqual(
    [
      reachOf(cart, owned),
      reachOf(cart, byId),
      reachOf(held, byId),
      reachOf(customers, byId),
      reachOf(customers, { ...byId, setting: 'full' }),
      reachOf(cart, { ...byId, setting: 'full' }),
      reachOf(held, { ...byId, setting: 'none' }),
      reachOf(held, { ...byId, byNumber: true }),
    ],
    ['whole', 'goods', 'whole', 'none', 'none', 'whole', 'none', 'none'],
  );
});

test('what is opened and put back unchanged is what was stored', () => {
  fc.assert(
    fc.property(document, (stored) => {
      const opened = withGoodsAlone(guest(stored));
      assert.deepEqual(wholeCart(opened), guest(stored));
      assert.deepEqual(storedCart(opened), guest(stored));
      assert.deepEqual(withGoodsAlone(opened), opened);
    }),
  );
});

test('nothing that was said is in what is opened, and it is all there after the lines changed', () => {
  fc.assert(
    fc.property(document, fc.integer({ min: 1, max: 99 }), (stored, quantity) => {
      const opened = withGoodsAlone(guest(stored));
      assert.deepEqual({ ...opened.document, lines: [] }, emptyDocument);
      assert.deepEqual(
        opened.document.lines.map(({ sealed: _sealed, ...one }) => one),
        stored.lines.map(plainLine),
      );
      const changed = opened.document.lines.map((one) => ({ ...one, quantity }));
      const after = wholeCart({ ...opened, document: { ...opened.document, lines: changed } }).document;
      assert.deepEqual(after, { ...stored, lines: stored.lines.map((one) => ({ ...one, quantity })) });
    }),
  );
});

test('a change of anything but the goods is refused', () => {
  const opened = withGoodsAlone(guest(emptyDocument));
  const changes: readonly Partial<CartDocument>[] = [
    { couponCode: 'TEN' },
    { addressId: 'a' },
    { redeemPoints: true },
    { meta: { ...emptyDocument.meta, comment: 'mine' } },
    { giftDetails: { a: { applied: true, message: '' } } },
  ];
  for (const change of changes) {
    const after = { ...opened, document: { ...opened.document, ...change } };
    assert.throws(() => wholeCart(after), new Refusal('cart_proof_missing'));
  }
});

test('every member of a document that is no good is withheld, also one that is not invented yet', () => {
  const stored = { ...emptyDocument, lines: [aLine(1)], invented: 'later' };
  assert.deepEqual(goodsOf(stored), { ...emptyDocument, lines: [aLine(1)] });
  assert.deepEqual(wholeCart(withGoodsAlone(guest(stored))).document, stored);
});

test('a cart is held by its id alone until somebody proves to be its shopper', () => {
  const cart = guest(emptyDocument);
  const held = withHolder(cart, undefined, false);
  assert.equal(held.heldById, true);
  assert.equal(withHolder(held, held, false).heldById, true);
  const claimed = withHolder(held, held, true);
  assert.equal(claimed.heldById, undefined);
  assert.equal(withHolder(claimed, claimed, false).heldById, undefined);
  assert.equal(withHolder(withGoodsAlone(cart), undefined, false).heldById, undefined);
});
