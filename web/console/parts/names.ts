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

/** What somebody may do, as it is granted. */
export const grantedWords = (permissions: readonly string[]): string =>
  permissions.includes('*') ? 'Everything' : permissions.join(', ');
