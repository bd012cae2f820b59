/** The schemas of events: as the interface gives them, published as files and by the service. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventCodes } from '../../../src/events/collector/event-codes.ts';
import { allKinds, findKind } from '../../../src/events/collector/event-schemas.ts';
import type { Shape } from '../../../src/events/collector/event-shape.ts';
import { compileSchemas } from '../../conformance/compile-schema.ts';
import type { SchemaJson } from '../../conformance/schema-walk.ts';
import { engines } from '../../databases.ts';
import { eventSchemaFiles } from '../event-schema-files.ts';
import { eventServer } from '../event-server.ts';
import { anEvent, type eventNames } from '../samples.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Written from the interface document by hand: `name:type`, `?` behind what is optional, `{}` and `[]` for what is inside. */
const context = `library{name:string version:string} os{name:string version:string} timezone:string
  screen{width:integer height:integer} userAgent:string locale:string device{isMobile:boolean}`;
const product = `product_id:integer l3_category:string l1_category:string quantity:integer price:integer value:integer
  currency:string article_id:string`;
const campaign = 'utm_medium:string? utm_source:string? utm_campaign:string?';
const who = 'user_id:string|null anonymous_id:string';
const checkout = `order_id:string context{${context}} cart_id:string cart_total:integer shipping:integer tax:number
  order_total:number currency:string products[${product}] ${who} version:string`;
const wanted: Readonly<Record<string, readonly [type: string, payload: string]>> = {
  add_to_cart: [
    'engagement',
    `anonymous_id:string cart_id:string product_id:integer article_id:string event_type:string brand:string
     l3_category:string l1_category:string currency:string price:integer quantity:integer source_url:string
     position:string value:string context{${context}} query:string ${campaign} user_id:string|null?`,
  ],
  remove_from_cart: [
    'engagement',
    `cart_id:string product_id:integer brand:string l3_category:string l1_category:string currency:string price:integer
     quantity:integer source_url:string position:string value:string user_id:string|null context{${context}}
     event_type:string? anonymous_id:string? version:string?`,
  ],
  order_checkout: ['conversion', checkout],
  order_checkedout: ['conversion', checkout],
  order_complete: [
    'conversion',
    `context{${context}} event_action:string order_id:string status:string
     breakup_values_raw{mrp_total:integer sub_total:integer coupon:integer discount:integer promotion:integer
       reward_points:integer cashback_applied:integer delivery_charges:integer cod_charges:integer gift_price:integer
       total:integer applied_emi_discount:integer? applied_instant_discount:integer? tcs_charge:integer?
       amount_to_be_collected:integer?}
     shipments[shipment_id:string status:string payment_mode:string]
     items[name:string brand{name:string logo:string} image:array slug_key:string size:string code:string id:integer
       category:array l3_category_name:string l1_categories:array l2_categories:array seller_identifier:string
       attributes{name:string brand_name:string media:array} price:integer quantity:integer]
     screen:string screen_view:string
     user{_id:string username:string emails:array gender:string active:boolean first_name:string last_name:string
       phone_numbers[phone:string active:boolean primary:boolean verified:boolean country_code:integer]
       account_type:string profile_pic_url:string user_id:string application_id:string created_at:string
       updated_at:string}
     ${who} version:string`,
  ],
  product_listing: [
    'conversion',
    `context{${context}} query:string item_total:integer
     products[name:string product_id:integer brand:string esp:number mrp:number currency:string source_url:string]
     ${who} version:string`,
  ],
  product_search: [
    'search',
    `context{${context}} query:string user_id:string|null item_total:integer products:array anonymous_id:string
     version:string`,
  ],
  product_view: [
    'click',
    `context{${context}} product_id:integer currency:string brand:string l3_category:string mrp:integer esp:integer
     l1_category:string source_url:string quantity:integer position:string ${who} version:string query:string ${campaign}`,
  ],
  product_wishlist_add: [
    'engagement',
    `context{${context}} wishlist_name:string wishlist_id:string product_id:integer brand:string l3_category:string
     mrp:null quantity:string esp:null currency:null value:string query:string position:number source_url:string
     user_id:string|null version:string anonymous_id:string ${campaign}`,
  ],
  product_wishlist_remove: [
    'engagement',
    `wishlist_name:string wishlist_id:string product_id:integer brand:string l3_category:string mrp:number|null
     quantity:string esp:number|null currency:string|null value:string anonymous_id:string version:string
     context{${context}} source_url:string user_id:string|null`,
  ],
  user_login: [
    'identity',
    `context{${context}} ${who} version:string login_value:string method:string email:string? phone:string?`,
  ],
  user_logout: ['identity', `context{${context}} ${who} version:string`],
};

const TOKEN = /([\w]+)(?::([\w|]+)(\?)?|([{[]))|[}\]]/g;

/** The same as one line for each field: `payload.products[].price integer required`. */
const linesOf = (text: string): readonly string[] => {
  const path: string[] = ['payload'];
  const lines: string[] = [];
  for (const [, name, type, optional, opens] of text.matchAll(TOKEN)) {
    if (name === undefined) {
      path.pop();
    } else if (opens !== undefined) {
      lines.push(`${[...path, name].join('.')} ${opens === '{' ? 'object' : 'array'} required`);
      path.push(opens === '{' ? name : `${name}[]`);
    } else {
      lines.push(`${[...path, name].join('.')} ${type} ${optional === '?' ? 'optional' : 'required'}`);
    }
  }
  return lines.toSorted();
};

const typeOf = ({ type }: Shape): string => [type ?? []].flat().join('|');
const fieldsOf = ({ properties = {}, required = [] }: Shape, path: string): readonly string[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const own = `${path}.${name} ${typeOf(field)} ${required.includes(name) ? 'required' : 'optional'}`;
    const { items } = field;
    if (items?.properties !== undefined) return [own, ...fieldsOf(items, `${path}.${name}[]`)];
    return [own, ...fieldsOf(field, `${path}.${name}`)];
  });

describe('the schemas of events', () => {
  for (const [name, [type, payload]] of Object.entries(wanted)) {
    test(`${name} has the fields of the interface, of these types, and no others`, () => {
      const kind = findKind(name) ?? assert.fail(name);
      assert.equal(kind.type, type);
      assert.deepEqual(fieldsOf(kind.payload, 'payload').toSorted(), linesOf(payload));
    });
  }

  test('there are twelve of them', () => {
    assert.deepEqual(allKinds.map(({ name }) => name).toSorted(), Object.keys(wanted).toSorted());
  });

  test('the files under schemas/events are what the code says (npm run docs)', () => {
    const files = eventSchemaFiles();
    for (const { path, text } of files) assert.equal(readFileSync(`${root}${path}`, 'utf8'), text, path);
    assert.deepEqual(globSync('schemas/events/*', { cwd: root }).toSorted(), files.map(({ path }) => path).toSorted());
  });

  test('as JSON Schemas they take every sample, by another validator than ours', async () => {
    const applicationId = 'a'.repeat(24);
    for (const { path, text } of eventSchemaFiles()) {
      const name = /events\/(\w+)\.v1/.exec(path)?.[1] as (typeof eventNames)[number];
      const unmarked = JSON.parse(text, (key, value: unknown) => (key === 'x-pii' ? undefined : value)) as SchemaJson;
      const { $schema, $id, ...schema } = unmarked as SchemaJson & { $schema: string; $id: string };
      assert.equal($schema, 'https://json-schema.org/draft/2020-12/schema');
      assert.equal($id, `/schemas/events/${name}/v1.json`);
      const { compiled } = await compileSchemas({ compiled: schema });
      const event = anEvent(name, { applicationId, at: 1_700_000_000_000 });
      assert.deepEqual(compiled.problemsOf(event), [], name);
      assert.notDeepEqual(compiled.problemsOf({ ...event, payload: { ...event.payload, context: 1 } }), [], name);
    }
  });

  test('personal data is marked', () => {
    const marked = (shape: Shape, path: string): readonly string[] => [
      ...(shape['x-pii'] === undefined ? [] : [`${path} ${shape['x-pii']}`]),
      ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) => marked(field, `${path}.${name}`)),
      ...(shape.items === undefined ? [] : marked(shape.items, `${path}[]`)),
    ];
    const login = findKind('user_login')?.payload ?? assert.fail();
    assert.deepEqual(marked(login, 'payload').toSorted(), [
      'payload.anonymous_id quasi',
      'payload.context.userAgent quasi',
      'payload.email direct',
      'payload.login_value direct',
      'payload.phone direct',
      'payload.user_id quasi',
    ]);
    const order = marked(findKind('order_complete')?.payload ?? assert.fail(), 'payload');
    for (const path of ['username', 'emails', 'first_name', 'last_name', 'phone_numbers[].phone', 'profile_pic_url']) {
      assert.ok(order.includes(`payload.user.${path} direct`), path);
    }
  });

  test('every code by which an event is refused is explained in the docs', () => {
    const page = readFileSync(`${root}docs/behaviour/events.md`, 'utf8');
    for (const code of Object.keys(eventCodes)) assert.ok(page.includes(`\`${code}\``), code);
  });
});

describe('the service', async () => {
  const server = await eventServer(engines[0] ?? assert.fail());
  after(() => server.close());

  test('publishes each schema, and a list of them', async () => {
    const { payload } = await server.app.inject('/schemas/events');
    const { items } = JSON.parse(payload) as { items: { name: string; schema: string; slug: string }[] };
    assert.equal(items.length, 12);
    for (const { name, schema } of items) {
      const { statusCode, payload: text, headers } = await server.app.inject(schema);
      assert.equal(statusCode, 200);
      assert.match(String(headers['content-type']), /^application\/schema\+json/);
      const file = eventSchemaFiles().find(({ path }) => path.includes(`/${name}.`));
      assert.deepEqual(JSON.parse(text), JSON.parse(file?.text ?? ''));
    }
    assert.equal((await server.app.inject('/schemas/events/cart_view/v1.json')).statusCode, 404);
  });
});
