/** What was sent and how it was answered, counted. */
import type { Api } from './operations.ts';

export type Tally = {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly operations: {
    readonly all: number;
    readonly called: number;
    /** At least once. */
    readonly succeeded: number;
    readonly neverSucceeded: readonly string[];
  };
  /** Refused writes after which the cart was looked at. */
  readonly refusedWritesChecked: number;
};

export const newTally = ({ operations }: Api) => {
  const statuses = new Map<string, number>();
  const called = new Map<string, boolean>();
  let [requests, checked] = [0, 0];
  return {
    count: (operation: string, status: string): void => {
      requests += 1;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      called.set(operation, called.get(operation) === true || /^[23]/.test(status));
    },
    countChecked: (): void => {
      checked += 1;
    },
    told: (): Tally => {
      const known = operations.map(({ key }) => key);
      return {
        requests,
        statuses: Object.fromEntries([...statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        operations: {
          all: known.length,
          called: known.filter((key) => called.has(key)).length,
          succeeded: known.filter((key) => called.get(key) === true).length,
          neverSucceeded: known.filter((key) => called.get(key) !== true),
        },
        refusedWritesChecked: checked,
      };
    },
  };
};
