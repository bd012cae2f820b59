/** How much data of their own callers may put on one thing: a line, a cart, an address, a shared copy, an order. Pure. */
export const MOST_OWN_DATA = 16_384;
export const tooMuchData = `This is too much data: write at most ${MOST_OWN_DATA} characters of JSON.`;

export const isTooMuchData = (value: unknown): boolean => JSON.stringify(value).length > MOST_OWN_DATA;
