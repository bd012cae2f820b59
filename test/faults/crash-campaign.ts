/** Rounds of crashes on one database, each at another moment, with the verdict over all that was ever acknowledged. */
import { openScene, type Scene, type Victim } from './crash-scene.ts';

/** What works while it is killed, and what must be there afterwards. */
export type Load<Finding> = {
  readonly prepare: (scene: Scene) => Promise<void>;
  /** Works until the kill; answers how much was acknowledged in all rounds so far. */
  readonly crash: (scene: Scene, round: number) => Promise<number>;
  /** After the last round, with everything running again. */
  readonly inspect: (scene: Scene) => Promise<Finding>;
};
export type OnRound = (round: number, acknowledged: number) => void;

export const crashCampaign = async <Finding>(
  victim: Victim,
  rounds: number,
  load: Load<Finding>,
  onRound: OnRound = () => {},
): Promise<Finding> => {
  const scene = await openScene(victim);
  try {
    await load.prepare(scene);
    for (let round = 1; round <= rounds; round += 1) {
      const acknowledged = await load.crash(scene, round);
      await scene.recover();
      onRound(round, acknowledged);
    }
    return await load.inspect(scene);
  } finally {
    await scene.end();
  }
};
