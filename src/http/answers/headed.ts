/**
 * Parts that are read while they are sent, behind a heading that waits for the first of them: by itself it would say that all is well
 * before anything was read, and whoever cannot be given the rest would be answered with half of it.
 */
export async function* headed<Part>(heading: Part, parts: AsyncIterable<Part>): AsyncGenerator<Part, void> {
  let isGiven = false;
  for await (const part of parts) {
    if (!isGiven) yield heading;
    isGiven = true;
    yield part;
  }
  if (!isGiven) yield heading;
}
