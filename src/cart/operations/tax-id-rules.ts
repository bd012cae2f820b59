/** Whether an Indian tax number can be one: its form, and the check character of a GSTIN. Pure. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Each character is weighted 1, 2, 1, 2 …; both digits of a product in base 36 count. */
export const gstinCheckCharacter = (body: string): string => {
  const sum = body.split('').reduce((total, character, at) => {
    const product = ALPHABET.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return ALPHABET[(36 - (sum % 36)) % 36] ?? '';
};

/** Two digits of the state, the PAN, an entity character, Z, and the check character. */
const GSTIN = /^(0[1-9]|[1-3]\d|97|99)[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/;
const PAN = /^[A-Z]{5}\d{4}[A-Z]$/;

/** In capitals, as it is stored; undefined when it is none. */
export const gstinOf = (given: string): string | undefined => {
  const gstin = given.trim().toUpperCase();
  return GSTIN.test(gstin) && gstinCheckCharacter(gstin.slice(0, 14)) === gstin[14] ? gstin : undefined;
};

export const panOf = (given: string): string | undefined => {
  const pan = given.trim().toUpperCase();
  return PAN.test(pan) ? pan : undefined;
};
