/** Points with their ends as a plain list: what the statements of lots must come to. */
type Lot = { readonly id: string; readonly source: string; readonly end: number; remaining: number; expired: number };
export type BookStep = {
  readonly id: string;
  readonly source: string;
  readonly amount: number;
  readonly now: number;
  readonly end: number | null;
};

const byEnd = (a: Lot, b: Lot): number => a.end - b.end || (a.id < b.id ? -1 : 1);

export const pointsBook = () => {
  let balance = 0;
  const lots: Lot[] = [];
  const uses: { readonly source: string; readonly lot: Lot; amount: number }[] = [];
  const done = new Map<string, number>();
  const held = (): number => lots.reduce((sum, { remaining }) => sum + remaining, 0);
  const free = (): number => Math.max(0, balance - held());
  const keep = ({ id, source, amount, end }: BookStep): void => {
    if (end === null) return;
    lots.push({ id, source, end, remaining: Math.min(amount, free()), expired: 0 });
  };
  const take = (
    from: readonly Lot[],
    amount: number,
    told: (lot: Lot, units: number) => void = () => undefined,
  ): void => {
    let left = amount;
    for (const lot of from) {
      const units = Math.min(left, lot.remaining);
      if (units > 0) told(lot, units);
      lot.remaining -= units;
      left -= units;
    }
  };
  const open = (now: number): readonly Lot[] => lots.filter(({ end }) => end > now).toSorted(byEnd);
  const spendable = (now: number): number =>
    balance - lots.reduce((sum, { end, remaining }) => (end <= now ? sum + remaining : sum), 0);
  const once = (what: string, source: string, amount: number): boolean => {
    if (done.has(`${what} ${source}`)) return false;
    done.set(`${what} ${source}`, amount);
    return true;
  };
  const undoes = (what: string, { source, amount }: BookStep): boolean =>
    (done.get(`${what} ${source}`) ?? 0) >= amount;
  return {
    state: () => ({
      balance,
      lots: lots
        .map(({ id, remaining, expired }) => ({ id, remaining, expired }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }),
    /** The balance as it is once what has ended was taken out of it. */
    swept: (now: number): number => spendable(now),
    earn: (step: BookStep): string => {
      if (!once('earn', step.source, step.amount)) return 'balance_entry';
      balance += step.amount;
      keep(step);
      return 'done';
    },
    spend: (step: BookStep): string => {
      if (spendable(step.now) < step.amount) return 'points';
      if (!once('spend', step.source, step.amount)) return 'balance_entry';
      balance -= step.amount;
      take(open(step.now), step.amount, (lot, amount) => uses.push({ source: step.source, lot, amount }));
      return 'done';
    },
    giveBack: (step: BookStep): string => {
      if (!undoes('spend', step) || !once('return', step.source, step.amount)) return 'balance_entry';
      balance += step.amount;
      let left = Math.min(step.amount, free());
      for (const use of uses.filter(({ source }) => source === step.source).toSorted((a, b) => byEnd(b.lot, a.lot))) {
        const units = Math.min(left, use.amount);
        use.amount -= units;
        use.lot.remaining += units;
        left -= units;
      }
      return 'done';
    },
    unearn: (step: BookStep): string => {
      if (!undoes('earn', step) || !once('unearn', step.source, step.amount)) return 'balance_entry';
      const own = lots.filter(({ source }) => source === step.source);
      const forgiven = Math.min(step.amount, own[0]?.expired ?? 0);
      balance -= step.amount - forgiven;
      const others = open(step.now).filter(({ source }) => source !== step.source);
      const taken = step.amount - forgiven;
      // Points without an end are the source's own where it has no lot.
      take([...own, ...others], own.length > 0 ? taken : Math.min(taken, Math.max(0, held() - balance)));
      if (own[0] !== undefined) own[0].expired -= forgiven;
      return 'done';
    },
    adjust: (step: BookStep, signed: number): string => {
      if (signed < 0 && spendable(step.now) < -signed) return 'points';
      balance += signed;
      if (signed > 0) keep({ ...step, source: step.id });
      else take(open(step.now), -signed);
      return 'done';
    },
    end: (now: number): void => {
      for (const lot of lots.filter(({ end }) => end <= now)) {
        balance -= lot.remaining;
        lot.expired += lot.remaining;
        lot.remaining = 0;
      }
    },
  };
};
