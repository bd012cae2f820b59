/** Reads the bytes of a WebAssembly module one after the other. Pure. */

export class Unreadable extends Error {}

export type Reader = {
  readonly left: () => boolean;
  readonly byte: () => number;
  readonly number: () => number;
  readonly bytes: (length: number) => Uint8Array;
};

export const readerOf = (bytes: Uint8Array): Reader => {
  let at = 0;
  const byte = (): number => {
    const value = bytes[at];
    if (value === undefined) throw new Unreadable();
    at += 1;
    return value;
  };
  return {
    left: () => at < bytes.length,
    byte,
    /** Unsigned, of at most 32 bits. */
    number: () => {
      let value = 0;
      for (let shift = 0; shift < 35; shift += 7) {
        const part = byte();
        value += (part & 0x7f) * 2 ** shift;
        if (part < 0x80) return value;
      }
      throw new Unreadable();
    },
    bytes: (length) => {
      if (at + length > bytes.length) throw new Unreadable();
      at += length;
      return bytes.subarray(at - length, at);
    },
  };
};

/** As many entries as the section says. */
export const entries = <Entry>(reader: Reader, read: () => Entry): readonly Entry[] => {
  const found: Entry[] = [];
  for (let left = reader.number(); left > 0; left -= 1) found.push(read());
  return found;
};

export type Signature = { readonly takes: readonly number[]; readonly gives: readonly number[] };
