/**
 * Calls that overlap, and whether they could have happened one after another: each somewhere between being asked and being answered, and
 * answered as it was. After Wing and Gong.
 */

/** What an answer says the call did: the state after it, or undefined where it cannot have been answered so. */
export type Effect<State> = (before: State) => State | undefined;
export type Happened<State> = {
  readonly name: string;
  readonly asked: number;
  readonly answered: number;
  readonly effect: Effect<State>;
};
/** Of one client: each call begins when the one before is answered. */
export type Calls<State> = readonly { readonly name: string; readonly call: () => Promise<Effect<State>> }[];

/** All clients at once; moments are counted, not measured. */
export const overlapping = async <State>(clients: readonly Calls<State>[]): Promise<readonly Happened<State>[]> => {
  let moment = 0;
  const happened: Happened<State>[] = [];
  const run = async (calls: Calls<State>, client: number): Promise<void> => {
    for (const { name, call } of calls) {
      const asked = (moment += 1);
      const effect = await call();
      happened.push({ name: `client ${client}: ${name}`, asked, answered: (moment += 1), effect });
    }
  };
  await Promise.all(clients.map(run));
  return happened;
};

/** An order in which it could have happened; undefined when there is none. */
export const orderOf = <State>(start: State, history: readonly Happened<State>[]): readonly string[] | undefined => {
  const tried = new Set<string>();
  const from = (state: State, left: readonly Happened<State>[]): readonly string[] | undefined => {
    if (left.length === 0) return [];
    const place = `${JSON.stringify(state)} ${left.map(({ asked }) => asked).join()}`;
    if (tried.has(place)) return undefined;
    tried.add(place);
    const firstAnswer = Math.min(...left.map(({ answered }) => answered));
    for (const one of left.filter(({ asked }) => asked < firstAnswer)) {
      const after = one.effect(state);
      const rest =
        after === undefined
          ? undefined
          : from(
              after,
              left.filter((other) => other !== one),
            );
      if (rest !== undefined) return [one.name, ...rest];
    }
    return undefined;
  };
  return from(start, history);
};

export const told = (history: readonly Omit<Happened<never>, 'effect'>[]): string =>
  history
    .toSorted((a, b) => a.asked - b.asked)
    .map(({ name, asked, answered }) => `${asked}-${answered} ${name}`)
    .join('\n');
