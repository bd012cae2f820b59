/** The names that stored events have for people. Pure. */

/** The same text gives the same hash within an application, and says nothing to anybody else. */
export type HashText = (text: string) => string;

/** Of a guest whose page gave him no id: it follows from his own, leads back to nothing and opens nothing. */
export const guestName = (id: string, hash: HashText): string => hash(`shopper/${id}`);

/** Ids as they were sent, and as they are stored where the application hashes them. */
export const bothForms = (ids: readonly string[], hash: HashText): readonly string[] => [
  ...new Set(ids.flatMap((id) => [id, hash(id)])),
];
