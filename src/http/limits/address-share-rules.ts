/**
 * How much of what an application may be asked in a minute one network address may ask. The credential is public: without a share of
 * his own whoever asks without end would have all of it, and nobody else would be answered. Pure.
 */

export type AddressLimits = { readonly own: number; readonly network: number };

/** One of so many parts, and a small shop's visitor never less than this. Of a network of IPv6 half: phones of one have thousands of people. */
const PARTS = 10;
const PARTS_OF_NETWORK = 2;
const LEAST = 1_000;

export const shareOfAddress = (perMinute: number): AddressLimits => ({
  own: Math.max(LEAST, Math.floor(perMinute / PARTS)),
  network: Math.max(LEAST, Math.floor(perMinute / PARTS_OF_NETWORK)),
});
