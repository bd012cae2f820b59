/** What stands in the fields of a question, as it is told to the service. Pure. */

/** Only what was said. */
export const saidOf = (values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
