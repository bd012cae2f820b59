/** Amounts for people, in the currency the answer names and the way the reader's own language writes them. */
const formats = new Map<string, Intl.NumberFormat>();

const formatOf = (currency: string): Intl.NumberFormat => {
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(undefined, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  formats.set(currency, format);
  return format;
};

/** With a real minus, which stands as wide as the figures. */
export const money = (amount: number, currency: string): string => formatOf(currency).format(amount).replace('-', '−');
