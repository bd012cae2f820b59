/**
 * Names for things, made from bytes the caller brings, so that a test can bring its own.
 * `RandomBytes` is `node:crypto`'s `randomBytes` in production.
 */
export type RandomBytes = (size: number) => Uint8Array;

/** 24 hex digits, unguessable: carts, applications, organizations, records. */
export const objectId = (random: RandomBytes): string => Buffer.from(random(12)).toString('hex');

/** A secret of 32 random bytes, safe in a URL. */
export const secretToken = (random: RandomBytes): string => Buffer.from(random(32)).toString('base64url');

/** UUID version 7: sorts by time, 74 random bits. */
export const uuid7 = (now: number, random: RandomBytes): string => {
  const bytes = Buffer.from(random(16));
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};
