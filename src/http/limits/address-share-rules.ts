/**
 * How much of what an application may be asked in a minute one network address may ask. The credential is public: without a share of
 * his own whoever asks without end would have all of it, and nobody else would be answered. Pure.
 */

/** One of so many parts, and a small shop's visitor never less than this. */
const PARTS = 10;
const LEAST = 1_000;

export const shareOfAddress = (perMinute: number): number => Math.max(LEAST, Math.floor(perMinute / PARTS));
