/**
 * Keeps what was made for recently used texts, so that a text assembled from parts cannot fill the memory. In two halves: what
 * is found in the older one moves to the younger, and when that is full the older is forgotten. So finding a text changes
 * nothing, unlike a list in order of use, which every statement of every request would reorder.
 */
export const boundedCache = <Made extends object>(limit: number, make: (text: string) => Made) => {
  const half = Math.max(1, Math.floor(limit / 2));
  let young = new Map<string, Made>();
  let old = new Map<string, Made>();
  return (text: string): Made => {
    const known = young.get(text);
    if (known !== undefined) return known;
    const made = old.get(text) ?? make(text);
    if (young.size >= half) {
      old = young;
      young = new Map();
    }
    young.set(text, made);
    return made;
  };
};
