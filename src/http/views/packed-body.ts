/**
 * Kept answers packed with gzip for whoever takes them so: once for each, beside the loop, when it is given again for the first
 * time. Until then, and to everybody else, they go as they are. What is not kept is not packed: to pack an answer takes as long
 * as to make it, and whoever asks once waits longer for that than for the bytes. No cache between us and the shopper keeps
 * these answers (they are `no-store` or `private`), so nobody can be given the other form.
 */
import { constants, gzip } from 'node:zlib';
import type { Shown, View, ViewStore } from './view-store.ts';

/** Less fits into one packet anyway. */
const LEAST_BYTES = 1_400;
const quickly = { level: constants.Z_BEST_SPEED };

const NOT_GZIP = /\bgzip\s*;\s*q=0(?:\.0*)?\s*(?:,|$)/i;
const takesGzip = (accepted: string | undefined): boolean =>
  accepted !== undefined && /\bgzip\b/i.test(accepted) && !NOT_GZIP.test(accepted);

/** The packed form, where it is there and wanted. */
export type PackedBody = (question: string, view: View, accepted: string | undefined) => Buffer | undefined;

export const packedBodies = ({ grew }: Pick<ViewStore, 'grew'>): PackedBody => {
  /** Those that are being packed, or cannot be. */
  const begun = new WeakSet<Shown>();
  return (question, view, accepted) => {
    const { shown } = view;
    const { body, readers, packed } = shown;
    if (body === undefined || body.byteLength < LEAST_BYTES || !takesGzip(accepted)) return undefined;
    if (packed !== undefined || begun.has(shown)) return packed;
    begun.add(shown);
    if (readers !== undefined) readers.count += 1;
    gzip(body, quickly, (error, bytes) => {
      if (readers !== undefined) readers.count -= 1;
      if (error !== null) return;
      // In memory of its own: what comes lies in a larger piece and would keep all of it.
      const own = Buffer.allocUnsafeSlow(bytes.byteLength);
      own.set(bytes);
      shown.packed = own;
      if (view.shown === shown) grew(question, view);
    });
    return undefined;
  };
};
