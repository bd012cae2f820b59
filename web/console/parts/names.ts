/** Words for the codes that answers name things by. Pure. */
import { resourceName } from './fields/permission-rules.ts';

const payments: ReadonlyMap<string, string> = new Map([
  ['COD', 'On delivery'],
  ['CARD', 'Card'],
  ['NB', 'Net banking'],
  ['WL', 'Wallet'],
  ['WALLET', 'Wallet'],
  ['EMI', 'Instalments'],
  ['PL', 'Pay later'],
  ['PAYLATER', 'Pay later'],
  ['CARDLESS_EMI', 'Instalments without a card'],
  ['QR', 'QR code'],
  ['CASH', 'Cash'],
  ['UPI', 'UPI'],
]);
export const paymentName = (mode: string | null | undefined): string => payments.get(mode ?? '') ?? mode ?? '';

/** Where two ways have one name, the second is told with its code. */
export const paymentChoices: readonly (readonly [mode: string, name: string])[] = [...payments].map(
  ([mode, name], place, all) => [
    mode,
    all.findIndex(([, other]) => other === name) < place ? `${name} (${mode})` : name,
  ],
);

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

/** Nobody changes these: whoever has them looks at them. */
const onlySeen = new Set(['company/analytics', 'company/audit']);
const resourceOf = (permission: string): string => permission.split('/').slice(0, 2).join('/');
const namesOf = (permissions: readonly string[]): string => {
  const names = permissions.map(resourceOf).map(resourceName);
  return [...new Set(names.map((name) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`))].toSorted().join(' · ');
};
/** What somebody may do, in words: what he can change, and what he can only see. */
export const grantedWords = (permissions: readonly string[]): string => {
  if (permissions.includes('*')) return 'Everything';
  const wide = permissions.filter((permission) => /^\w+\/\*$/.test(permission));
  const isSeen = (permission: string): boolean => permission.endsWith('/read') || onlySeen.has(resourceOf(permission));
  const works = permissions.filter((permission) => !isSeen(permission) && !wide.includes(permission));
  const changed = new Set(works.map(resourceOf));
  const looks = permissions.filter((permission) => isSeen(permission) && !changed.has(resourceOf(permission)));
  const placesOf = wide.map((permission) => `of the ${permission === 'app/*' ? 'shop' : permission.slice(0, -2)}`);
  return [
    ...(wide.length > 0 ? [`Everything ${placesOf.join(' and ')}`] : []),
    ...(works.length > 0 ? [`Can change: ${namesOf(works)}`] : []),
    ...(looks.length > 0 ? [`Can see: ${namesOf(looks)}`] : []),
  ].join('. ');
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
