/**
 * What the routes of the interface send: every answer fits its schema with nothing beside it, and over all of them every
 * field comes and has more than one value. The cart itself has the same suite in test/cart/response.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { type CartServer, openCartServer } from '../cart/cart-server.ts';
import { type ValueRecorder, valueRecorder } from '../cart/response/value-recorder.ts';
import { forEachEngine } from '../databases.ts';
import { operationList } from './cart-operations.ts';
import { type CompiledSchema, compileSchemas } from './compile-schema.ts';
import type { SchemaJson } from './schema-walk.ts';
import { visitAll } from './served-visit.ts';

const schemas: Readonly<Record<string, SchemaJson>> = Object.fromEntries(
  operationList.flatMap(([name, { answers }]) =>
    Object.entries(answers).map(([status, schema]) => [`${name} ${status}`, schema]),
  ),
);
/** A shared cart is a cart under another name. */
const ofTheCart = new Set(
  valueRecorder(CartDetail)
    .paths()
    .flatMap((path) => [path, path.replace(/^\w+\./, 'SharedCart.')]),
);

/** A link that is unknown has no field to blame. */
const neverSent: readonly string[] = ['SharedCartMissing.details'];
/**
 * Where one value is all there can be: there is one shop here; some answers come of success, or of a refusal, alone; and a
 * merge takes what can be had, and tells the rest in its report.
 */
const oneValue: readonly string[] = [
  'CartConfigDetailObj.app_id',
  'CartConfigDetailObj.company_id',
  'CartConfigDetailObj.is_active',
  'CartMetaConfigListResponse.success',
  'CartMetaConfigResponse.success',
  'CartMetaMissingResponse.success',
  'CartMetaResponse.is_valid',
  'CartMetaResponse.message',
  'DeleteCartDetailResponse.message',
  'DeleteCartDetailResponse.success',
  'MergeCartsResponse.error_code',
  'MergeCartsResponse.partial',
  'MergeCartsResponse.success',
  'SharedCartDetails.source',
  'SharedCartMissing.error',
  'SharedCartMissing.error_code',
  'SharedCartMissing.message',
  'SharedCartMissing.success',
  'SharedCartResponse.error',
];

forEachEngine((engine) => {
  let server: CartServer;
  let compiled: Readonly<Record<string, CompiledSchema>>;
  let recorder: ValueRecorder;
  const problems: string[] = [];
  before(async () => {
    server = await openCartServer(engine);
    compiled = await compileSchemas(schemas);
    recorder = valueRecorder({ type: 'object', title: 'answers', properties: schemas });
    await visitAll(server, (operation, { status, body }) => {
      const name = `${operation} ${status}`;
      const schema = compiled[name];
      const found = schema === undefined ? ['the interface has no such answer'] : schema.problemsOf(body);
      problems.push(...found.map((problem) => `${name}: ${problem}`));
      recorder.record({ [name]: body });
    });
  });
  after(() => server.close());

  describe('the answers of all operations', () => {
    test('fit their schemas, and have nothing beside them', () => assert.deepEqual(problems, []));

    test('have every field, and more than one value in each', () => {
      const beside = (paths: readonly string[]) => paths.filter((path) => !ofTheCart.has(path)).toSorted();
      const fields = (paths: readonly string[]) => beside(paths).filter((path) => !path.startsWith('answers.'));
      assert.deepEqual(beside(recorder.missing()), neverSent);
      assert.deepEqual(fields(recorder.constant()), oneValue);
    });
  });
});
