/** `cartwright move`, killed with -9 and run again until it ends by itself. */
import { cartwright, type Ended, type Running, type Variables } from './run-cartwright.ts';

export type Moment = {
  readonly before?: () => Promise<void>;
  /** Resolves when this run is to be killed; of one that has ended by itself, whenever it likes. */
  readonly come: (running: Running, hasEnded: () => boolean) => Promise<void>;
  readonly after?: () => Promise<void>;
};
export type KilledMove = {
  readonly last: Ended;
  /** So many runs were killed, and so many found the one before still writing its last rows. */
  readonly kills: number;
  readonly met: number;
};

/** What the server was sent it does, whoever sent it: the run after may meet it. */
const meetsTheOneBefore = ({ err }: Ended): boolean => err.includes('Another move writes to this target');

const runOnce = async (variables: Variables, to: string, moment: Moment | undefined): Promise<Ended> => {
  let hasEnded = false;
  let waiting: Promise<void> = Promise.resolve();
  await moment?.before?.();
  const ended = await cartwright(['move', '--to', to], variables, (running) => {
    if (moment !== undefined) waiting = moment.come(running, () => hasEnded).then(running.kill);
  });
  hasEnded = true;
  await waiting;
  await moment?.after?.();
  return ended;
};

/** Once for each moment, and then until it is done. */
export const moveUnderKills = async (
  variables: Variables,
  to: string,
  moments: readonly Moment[],
): Promise<KilledMove> => {
  for (let [kills, met] = [0, 0]; ; ) {
    const last = await runOnce(variables, to, moments[kills]);
    if (last.code === null) kills += 1;
    else if (meetsTheOneBefore(last)) met += 1;
    else return { last, kills, met };
  }
};
