/** The audit in words: what was done, to what, and which of its members changed. Pure. */
import { labelOf } from '../../forms/words/labels.ts';
import { inWords } from '../../parts/names.ts';

type Kind = { readonly name: string; readonly room?: string };
/** What actions and subjects call a record, its name for people and where its page lies. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ['application', { name: 'Shop' }],
  ['application_token', { name: 'Token' }],
  ['areas', { name: 'Place', room: '/delivery/places' }],
  ['articles', { name: 'Article', room: '/products/articles' }],
  ['cart', { name: 'Cart', room: '/carts' }],
  ['catalog', { name: 'Catalogue' }],
  ['client', { name: 'OAuth client', room: '/integrations/clients' }],
  ['client_secret', { name: 'Secret of an OAuth client' }],
  ['coupon', { name: 'Coupon', room: '/offers/coupon' }],
  ['custom_rule', { name: 'Custom rule', room: '/offers/rules' }],
  ['customer', { name: 'Customer', room: '/customers' }],
  ['exchange-rates', { name: 'Exchange rate' }],
  ['import', { name: 'Import', room: '/products/import' }],
  ['lanes', { name: 'Lane' }],
  ['operator', { name: 'Person' }],
  ['order', { name: 'Order', room: '/orders' }],
  ['organization', { name: 'Organisation' }],
  ['oss_sales', { name: 'Sales in the EU' }],
  ['person', { name: 'Data of a person' }],
  ['picture', { name: 'Picture' }],
  ['products', { name: 'Product', room: '/products' }],
  ['product', { name: 'Product', room: '/products' }],
  ['promotion', { name: 'Promotion', room: '/offers/promotion' }],
  ['sellers', { name: 'Seller', room: '/products/sellers' }],
  ['shipping-methods', { name: 'Shipping method', room: '/settings/shipping-methods' }],
  ['stores', { name: 'Store', room: '/delivery/stores' }],
  ['tax-rates', { name: 'Tax rate', room: '/settings/tax-rates' }],
  ['token', { name: 'Access token' }],
  ['webhook_subscriber', { name: 'Webhook', room: '/integrations/webhooks' }],
]);
const kindName = (kind: string): string => kinds.get(kind)?.name ?? inWords(kind.replaceAll('-', ' '));

const verbs: ReadonlyMap<string, string> = new Map([
  ['add', 'added'],
  ['adjust', 'adjusted'],
  ['cancel', 'cancelled'],
  ['change', 'changed'],
  ['consent', 'allowed in'],
  ['create', 'begun'],
  ['deactivate', 'deactivated'],
  ['delete', 'removed'],
  ['deliver', 'delivered'],
  ['erase', 'erased'],
  ['feed', 'updated from a file or a program'],
  ['forget', 'forgotten'],
  ['furnish', 'filled'],
  ['invite', 'invited'],
  ['invoice', 'invoiced'],
  ['join', 'joined'],
  ['password_refused', 'gave a wrong password'],
  ['refund', 'refunded'],
  ['remove', 'removed'],
  ['replay', 'sent again'],
  ['retry', 'tried again'],
  ['return', 'returned'],
  ['return_receive', 'received back'],
  ['return_refuse', 'not taken back'],
  ['reuse', 'used a second time'],
  ['revoke', 'taken back'],
  ['rotate', 'renewed'],
  ['save', 'saved'],
  ['seed', 'added'],
  ['seen', 'looked at'],
  ['set_password', 'set a password'],
  ['share', 'shared'],
  ['ship', 'shipped'],
  ['sign_in', 'signed in'],
  ['sign_out', 'signed out'],
  ['tags', 'tagged'],
  ['track', 'tracked'],
]);

/** `order.ship` is “Order shipped”; what nobody has words for is told as it is called. */
export const actionWords = (action: string): string => {
  const [kind = '', ...rest] = action.split('.');
  const verb = rest.join('.');
  const done = verbs.get(verb);
  return done === undefined ? `${kindName(kind)}: ${verb.replaceAll('_', ' ')}` : `${kindName(kind)} ${done}`;
};

type Subject = {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
  readonly room: string | undefined;
};
/** What stands in a shop or a company is named by itself. */
export const subjectOf = (text: string): Subject => {
  const own = text.replace(/^(application|company)\/[^/]+\/(?=.)/, '');
  const [kind = '', ...id] = own.split('/');
  // Its year and its currency; whose they are, everybody knows.
  const shown = kind === 'oss_sales' ? id.slice(1).join(' ') : id.join('/');
  return { kind, name: kindName(kind), id: shown, room: id.length === 0 ? undefined : kinds.get(kind)?.room };
};

/** What it was done to, as it is shown, is asked for as the service names it: “Order CW1” is `order/CW1`. */
export const subjectAsked = (text: string): string => {
  const [, name = '', id] = /^([\w ]+) ([^\s/]+)$/.exec(text.trim()) ?? [];
  if (id === undefined) return text;
  const known = [...kinds].find(([, kind]) => kind.name.toLowerCase() === name.toLowerCase())?.[0];
  return `${known ?? name.toLowerCase().replaceAll(' ', '_')}/${id}`;
};

/** Members that only the audit tells of, or that a form calls otherwise. */
const members: ReadonlyMap<string, string> = new Map([
  ['by', 'How'],
  ['grants', 'Ways to sign in'],
  ['redirect_urls', 'Addresses it returns to'],
  ['scopes', 'Permissions'],
]);
export const memberName = (name: string): string => members.get(name) ?? labelOf(name);

/** A value that changed, as people write it; what has parts is written out. */
export const valueWords = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.map(String).join(', ') || '–';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1);
};
