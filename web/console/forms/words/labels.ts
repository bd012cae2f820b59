/** Names of fields for people: words of ours, else those of the interface. Pure. */
import { foundBy } from './field-keys.ts';
import { noWords, type Worded } from './form-words.ts';

const unnamed: Worded = { name: '', words: noWords };

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
/** `cart.tax.price_basis` is asked for as “Price basis”, where nobody says it better. */
export const labelOf = (path: string, { name: form, words }: Worded = unnamed): string => {
  const name = path.slice(path.lastIndexOf('.') + 1);
  const plain = name.replace(/\[\d+\]$/, '').replace(/_per_address$/, '_per_network_address');
  return foundBy(words.labels, path, form) ?? sentence(plain.replaceAll('_', ' ').trim());
};

/** The interface counts shares in hundredths of a per cent; people write per cent. */
export const isHundredths = (path: string): boolean => /(^|[._])bp$/.test(path);

/** What one entry of a list is called: `sizes` has a “Size”. */
export const oneOf = (path: string, form: Worded): string =>
  foundBy(form.words.singles, path, form.name) ?? labelOf(path, form).replace(/ies$/, 'y').replace(/s$/, '');
