/** Runs of a law: thousands in the suite, as many as asked for by `npm run laws`. */
export const runs = (usual: number): number => Number(process.env.CARTWRIGHT_LAW_RUNS ?? usual);
