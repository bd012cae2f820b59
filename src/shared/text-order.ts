/** By code unit, which is the same on every machine and in every language. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};

/** Halves of signs beyond U+FFFF come behind everything else, as in UTF-8. */
const placeOfUnit = (unit: number): number => (unit < 0xd8_00 ? unit : unit < 0xe0_00 ? unit + 0x20_00 : unit - 0x8_00);

/** As both engines sort text: by code point, which is the order of its bytes. */
export const byCodePoint = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at += 1) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return placeOfUnit(one) - placeOfUnit(other);
  }
  return a.length - b.length;
};
