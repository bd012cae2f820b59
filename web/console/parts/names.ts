/** Words for the codes that answers name things by. Pure. */
const payments: ReadonlyMap<string, string> = new Map([
  ['COD', 'On delivery'],
  ['CARD', 'Card'],
  ['NB', 'Net banking'],
  ['WL', 'Wallet'],
  ['WALLET', 'Wallet'],
  ['EMI', 'Instalments'],
  ['PL', 'Pay later'],
  ['PAYLATER', 'Pay later'],
]);
export const paymentName = (mode: string | null | undefined): string => payments.get(mode ?? '') ?? mode ?? '';

const platforms: ReadonlyMap<string, string> = new Map([
  ['web', 'Web'],
  ['android', 'Android'],
  ['ios', 'iOS'],
]);
export const platformName = (platform: string): string => platforms.get(platform) ?? platform;

/** `free_gift_items` as the words it is made of. */
export const inWords = (code: string): string => {
  const words = code.replaceAll('_', ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

const areasOf = (permissions: readonly string[]): string => {
  const words = permissions.map((permission) => permission.replace(/^\w+\/(\w+)(\/\w+|\/\*)?$/, '$1'));
  return [...new Set(words.map((word) => word.replaceAll('_', ' ')))].toSorted().join(', ');
};
/** What somebody may do, in words: what he works at, and what he only looks at. */
export const grantedWords = (permissions: readonly string[]): string => {
  if (permissions.includes('*')) return 'Everything';
  const looks = permissions.filter((permission) => permission.endsWith('/read'));
  const wide = permissions.filter((permission) => /^\w+\/\*$/.test(permission));
  const works = permissions.filter((permission) => !looks.includes(permission) && !wide.includes(permission));
  const parts = [
    ...wide.map((permission) => `everything of the ${permission === 'app/*' ? 'shop' : permission.slice(0, -2)}`),
    ...(works.length > 0 ? [`works at ${areasOf(works)}`] : []),
    ...(looks.length > 0 ? [`looks at ${areasOf(looks)}`] : []),
  ];
  return inWords(parts.join('; '));
};

const actors: ReadonlyMap<string, string> = new Map([
  ['system', 'Cartwright'],
  ['anonymous', 'Guest'],
  ['customer', 'The customer'],
  ['payment', 'The payment provider'],
]);
/** Who did something: `service:<client>` and `operator:<id>` by the names that are known of them. */
export const actorName = (actor: string, known: ReadonlyMap<string, string>): string =>
  known.get(actor) ?? actors.get(actor) ?? actor;

/** What was done: `order.ship` is “Order: ship”. */
export const actionWords = (action: string): string => {
  const [kind = '', ...rest] = action.split('.');
  // The One Stop Shop is known by its letters.
  return [inWords(kind).replace(/^Oss\b/, 'OSS'), ...rest.map((word) => word.replaceAll('_', ' '))].join(': ');
};
/** What it was done to, as it is shown, is asked for as the service names it: “Order CW1” is `order/CW1`. */
export const subjectAsked = (text: string): string => {
  const [, kind, id] = /^([\w ]+) ([^\s/]+)$/.exec(text.trim()) ?? [];
  return kind === undefined ? text : `${kind.toLowerCase().replaceAll(' ', '_')}/${id}`;
};
