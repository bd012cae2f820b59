/** The test files that the mutation run loads: plain examples first, because they are quick, and they kill most. */
import { globSync } from 'node:fs';

const patterns = ['test/shared/**/*.test.ts', 'test/pricing/**/*.test.ts', 'test/laws/**/*.test.ts'];

export const mutationTests = (): readonly string[] => patterns.flatMap((pattern) => globSync(pattern).toSorted());
