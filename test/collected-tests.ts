/**
 * Stands in for `node:test` where tests are run by hand: by the mutation runner, a thousand times in one process, and by the long
 * run of the laws. `describe` and `test` only write down what there is; a test file that needs more of `node:test` fails to load.
 */
import { registerHooks } from 'node:module';
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

/** From now on whoever imports `node:test` gets this module. */
export const replaceNodeTest = (): void => {
  registerHooks({
    resolve: (specifier, context, next) => next(specifier === 'node:test' ? import.meta.url : specifier, context),
  });
};

/** What was written down since the last call. */
export const takeCollected = (): readonly CollectedTest[] => collected.splice(0);
