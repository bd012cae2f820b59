import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cartwright, dataFolder, serving } from './run-cartwright.ts';

const { folder, remove } = dataFolder();
const variables = { CARTWRIGHT_DATA: folder };
before(async () => void (await (await serving(variables)).stop()));
after(remove);

const operator = (...args: readonly string[]) => cartwright(['operator', ...args], variables);

describe('cartwright operator', () => {
  test('list tells who there is and how he signs in, deactivate ends one for good', async () => {
    await operator('add', '--email', 'ann@acme.example', '--name', 'Ann', '--role', 'manager');
    const listed = await operator('list');
    assert.match(listed.out, /^ann@acme\.example +manager +by link only +Ann$/m);
    assert.match(listed.out, /^owner@cartwright\.local +owner +by link only +Owner$/m);

    const ended = await operator('deactivate', '--email', 'ANN@acme.example');
    assert.deepEqual([ended.code, ended.out], [0, 'ann@acme.example is deactivated and signed out everywhere.\n']);
    assert.match((await operator('list')).out, /^ann@acme\.example +manager +deactivated +Ann$/m);

    const again = await operator('deactivate', '--email', 'ann@acme.example');
    assert.deepEqual([again.code, again.err], [1, 'No such operator in this organization.\n']);
  });
});

describe('cartwright signing-key', () => {
  test('rotate says which key signs from when', async () => {
    const { code, out, err } = await cartwright(['signing-key', 'rotate'], variables);
    assert.equal(code, 0, err);
    assert.match(out, /^Key [\w-]{43} signs from \d{4}-\d\d-\d\dT[\d:.]+Z\.$/m);
  });
});
