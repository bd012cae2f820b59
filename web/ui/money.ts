/** Amounts for people, in the currency the answer names and the way the reader's own language writes them. */
/** The reader's own way of writing, unless the page speaks another language than he reads. */
let spoken = '';
export const speakIn = (tag: string): void => {
  spoken = tag;
  formats.clear();
};
export const localeTag = (): string | undefined =>
  typeof navigator !== 'undefined' && navigator.language.startsWith(spoken) ? undefined : spoken || undefined;

const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (currency: string, hasFractions: boolean): Intl.NumberFormat => {
  const key = `${currency}/${hasFractions}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(localeTag(), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: hasFractions ? 'auto' : 'stripIfInteger',
  });
  formats.set(key, format);
  return format;
};

/** With a real minus, which stands as wide as the figures. `hasFractions`: a whole amount shows its zeros, too. */
export const money = (amount: number, currency: string, hasFractions = false): string =>
  formatOf(currency, hasFractions).format(amount).replace('-', '−');
