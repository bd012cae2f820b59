/** Runs of a law: hundreds in the suite, which many wait for; as many as asked for by `npm run laws`, thousands in the campaigns. */
export const runs = (usual: number): number => Number(process.env.CARTWRIGHT_LAW_RUNS ?? usual);
