/** The name of a state, as far as two of them are compared: people and feeds write it in any case. Pure. */
export const stateNamed = (name: string | null | undefined): string | null =>
  name?.trim().replace(/\s+/g, ' ').toLowerCase() || null;
