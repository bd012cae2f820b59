/**
 * Whether a rule may be asked now: not more often at once and in a minute than it may, and not for a while after it failed again
 * and again. Who is turned away costs nothing and waits for nothing. Pure but for what it counts.
 */

const MOST_AT_ONCE = 8;
const MOST_A_MINUTE = 1200;
const BREAKS_AFTER = 5;
const BREAK_MS = 30_000;
const MINUTE = 60_000;

export type RuleGate = {
  readonly mayAsk: (now: number) => boolean;
  readonly begin: (now: number) => void;
  readonly end: (now: number, isGood: boolean) => void;
};

export const ruleGate = (): RuleGate => {
  let open = 0;
  let failures = 0;
  let closedUntil = 0;
  let minute = 0;
  let asked = 0;
  return {
    mayAsk: (now) => {
      if (open >= MOST_AT_ONCE || now < closedUntil) return false;
      // After a break one call finds out for all.
      if (failures >= BREAKS_AFTER && open > 0) return false;
      return Math.floor(now / MINUTE) !== minute || asked < MOST_A_MINUTE;
    },
    begin: (now) => {
      const current = Math.floor(now / MINUTE);
      asked = current === minute ? asked + 1 : 1;
      minute = current;
      open += 1;
    },
    end: (now, isGood) => {
      open -= 1;
      failures = isGood ? 0 : failures + 1;
      if (failures >= BREAKS_AFTER) closedUntil = now + BREAK_MS;
    },
  };
};
