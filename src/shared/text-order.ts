/** By code unit, which is the same on every machine and in every language. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
