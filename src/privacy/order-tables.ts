/** Of those, orders and what lies beside them: they stay in the books, without whoever ordered. */
import { gone, goneTexts, name } from './member-words.ts';
import { type Becomes, type PersonalTable, signed } from './personal-table.ts';

/** What freed an order of tax belongs to its books, as a GSTIN does. */
const goneUnlessTaxFree = (value: unknown = null): Becomes => ({
  value,
  unless: { path: 'lines.*.tax.exemption', is: 'reverse_charge' },
});

/** Of an address an order keeps the country and the state, which say by whose law it was taxed. */
const address = (at: string) => ({
  [`${at}.id`]: gone(),
  [`${at}.areaCode`]: gone(''),
  [`${at}.fields`]: gone({}),
});

export const orderTables = {
  customer_order: {
    holds: 'Who ordered what, where it goes, what he said with it.',
    rows: 'stay',
    keeps:
      'The books: goods, amounts, charges by their names, tax and who bore it, country and state of the address, GSTIN of a business, the VAT number that freed it of tax, how and when it was paid, each under a name drawn for it. An order on its way keeps its address until it is shipped or over, for 30 days at most.',
    ways: [{ by: 'owner' }],
    meanwhile: [signed('id', 'order')],
    versioned: true,
    waits: { states: ['awaiting_payment', 'placed'], days: 30 },
    plain:
      'application_id company_id owner_kind state version currency total payment_mode created_at modified_at expires_at has_dues kept_money kept_points counted listed_version',
    key: 'id',
    shopper: 'owner_id',
    members: {
      document: {
        'owner.id': name(),
        'uses.*.limits.*.holder': name('user:'),
        ...address('delivery'),
        ...address('billing'),
        'payment.identifier': gone(),
        'payment.aggregator': gone(),
        'payment.merchantCode': gone(),
        'payment.network': gone(),
        'payment.type': gone(),
        'payment.iin': gone(),
        'meta.shipToTradeName': gone(),
        'meta.panNo': gone(),
        'meta.vatId': goneUnlessTaxFree(),
        vatCheck: goneUnlessTaxFree(undefined),
        'meta.comment': gone(''),
        'meta.pickUpCustomer': gone(),
        'meta.alternatePickup': gone(),
        'meta.deliverySlots': gone(),
        'meta.custom': gone({}),
        'lines.*.meta': gone({}),
        'lines.*.customJson': gone({}),
        'lines.*.wrap': gone(),
        staff: gone(),
        customer: gone(),
        tags: gone([]),
        callbackUrl: gone(),
        page: gone(undefined),
      },
      progress: {
        ...goneTexts('events.*.reason', 'returns.*.reason', 'returns.*.answer', 'settlements.*.reason'),
        'parcels.*.scans': gone([]),
        'parcels.*.carrier': gone(''),
        'parcels.*.trackingNumber': gone(''),
        'parcels.*.trackingUrl': gone(),
      },
    },
  },
  order_refund: {
    holds:
      'The payment service’s own numbers of a payment and of its refund, and what was said when it was sent, done or failed.',
    rows: 'stay',
    keeps: 'The books: what was given back when, and by whom of the shop.',
    id: 'application_id id',
    ways: [signed('order_id', 'order')],
    meanwhile: [signed('order_id', 'order')],
    versioned: true,
    plain: 'application_id company_id cause amount currency state version created_at modified_at send_at send_tries',
    key: 'id order_id payment_id',
    members: { document: { 'events.*.reason': gone('') } },
  },
  order_note: {
    holds: 'What the shop’s own people wrote beside an order.',
    rows: 'go',
    ways: [{ by: 'parent', parent: 'customer_order', column: 'order_id' }],
    meanwhile: [signed('order_id', 'order')],
    id: 'order_id id',
    plain: 'created_at',
    key: 'order_id id',
    staff: 'author',
    told: 'body',
  },
  order_tag: {
    holds: 'Words by which the shop’s own people find an order.',
    rows: 'go',
    ways: [{ by: 'parent', parent: 'customer_order', column: 'order_id' }],
    meanwhile: [signed('order_id', 'order')],
    id: 'order_id tag',
    plain: 'company_id',
    key: 'order_id',
    told: 'tag',
  },
} as const satisfies Readonly<Record<string, PersonalTable>>;
