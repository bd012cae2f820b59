/** A new id; ids sort by the time they were made at (UUID version 7). */
export const uuid = (): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7xxx-8xxx-xxxxxxxxxxxx`.replace(/x/g, () =>
    // Not crypto.randomUUID: a page without TLS has none.
    (Number(crypto.getRandomValues(new Uint8Array(1))) & 15).toString(16),
  );
};
