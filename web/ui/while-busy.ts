/** A node that has too much to do turns calls away for a moment: what only reads is asked again. */
const BUSY = 503;
const PAUSES_MS = [700, 1500];

export const askedWhileBusy = async (
  ask: () => Promise<Response>,
  [pause, ...rest]: readonly number[] = PAUSES_MS,
): Promise<Response> => {
  const response = await ask();
  if (response.status !== BUSY || pause === undefined) return response;
  await new Promise((done) => setTimeout(done, pause));
  return askedWhileBusy(ask, rest);
};
