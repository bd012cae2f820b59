/**
 * Stands in for `node:test` while mutants are tested: `describe` and `test` only write down what there is, so that the runner can
 * call any test again, a thousand times in one process. A test that needs more of `node:test` fails to load.
 */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCallSites } from 'node:util';

export type CollectedTest = {
  readonly id: string;
  /** Where it stands and what it says; two tests of a loop may say the same. */
  readonly said: string;
  readonly file: string;
  readonly line: number;
  readonly run: () => unknown;
};

const collected: CollectedTest[] = [];
const headings: string[] = [];

export const describe = (heading: string, body: () => void): void => {
  headings.push(heading);
  body();
  headings.pop();
};

export const test = (name: string, run: () => unknown): void => {
  const [, caller] = getCallSites(2);
  const file = fileURLToPath(new URL(caller?.scriptName ?? '', 'file:///'));
  const line = caller?.lineNumber ?? 0;
  const said = [relative(process.cwd(), file), ...headings, name].join(' > ');
  const same = collected.filter((other) => other.said === said).length;
  collected.push({ id: same === 0 ? said : `${said} (${same + 1})`, said, file, line, run });
};

/** What was written down since the last call. */
export const takeCollected = (): readonly CollectedTest[] => collected.splice(0);
