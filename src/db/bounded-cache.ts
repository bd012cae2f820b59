/** Keeps what was made for the most recently used texts, so that a text assembled from parts cannot fill the memory. */
export const boundedCache = <Made extends object>(limit: number, make: (text: string) => Made) => {
  const kept = new Map<string, Made>();
  return (text: string): Made => {
    const known = kept.get(text);
    const made = known ?? make(text);
    if (known !== undefined) kept.delete(text);
    else if (kept.size >= limit) {
      const [oldest = ''] = kept.keys();
      kept.delete(oldest);
    }
    kept.set(text, made); // A Map keeps the order of insertion: the first key is the least recently used.
    return made;
  };
};
