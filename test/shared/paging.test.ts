import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Refusal } from '../../src/shared/errors.ts';
import { askedPage, mostPerPage, pageOf } from '../../src/shared/paging.ts';

const refused = (query: Parameters<typeof askedPage>[0]): readonly string[] => {
  try {
    askedPage(query);
    return [];
  } catch (error) {
    assert.ok(error instanceof Refusal && error.code === 'page_invalid');
    return (error.options.details ?? []).map(({ field, message }) => `${field}: ${message}`);
  }
};

describe('pages by number', () => {
  test('the first ten, unless asked otherwise', () => {
    assert.deepEqual(askedPage({}), { current: 1, size: 10 });
    assert.deepEqual(askedPage({ page_no: 3, page_size: 25 }), { current: 3, size: 25 });
  });

  test('the limits themselves can be asked for', () => {
    assert.deepEqual(askedPage({ page_no: 1, page_size: 1 }), { current: 1, size: 1 });
    assert.deepEqual(askedPage({ page_no: 2_147_483_647, page_size: mostPerPage }), {
      current: 2_147_483_647,
      size: 100,
    });
  });

  test('beyond the limits each field is named with what it must be', () => {
    const page = ['page_no: Must be at least 1.'];
    const size = ['page_size: Must be from 1 to 100.'];
    assert.deepEqual(refused({ page_no: 0 }), page);
    assert.deepEqual(refused({ page_no: 2_147_483_648 }), page);
    assert.deepEqual(refused({ page_size: 0 }), size);
    assert.deepEqual(refused({ page_size: 101 }), size);
    assert.deepEqual(refused({ page_no: -1, page_size: 1000 }), [...page, ...size]);
  });

  test('a page says where it stands and how to go on', () => {
    const shown = { type: 'number', current: 1, size: 10, itemCount: 10, total: 25, next: 'token' } as const;
    assert.deepEqual(pageOf(shown), {
      type: 'number',
      current: 1,
      size: 10,
      limit: 100,
      item_count: 10,
      item_total: 10,
      total: 25,
      has_previous: false,
      has_next: true,
      next: 'token',
      next_id: 'token',
    });
  });

  test('the last page has one before it and none behind', () => {
    const last = pageOf({ type: 'cursor', current: 2, size: 10, itemCount: 5, total: 15, next: undefined });
    assert.deepEqual([last.has_previous, last.has_next, last.next, 'next_id' in last], [true, false, null, false]);
  });
});
