/** Which offers end soon. Pure. */
export type Scheduled = { readonly _schedule?: { readonly end?: string | null } | null | undefined };

const DAY = 86_400_000;

/** Those that still run at `now` and no longer so many days later; one without an end never ends. */
export const endsSoon = <Offer extends Scheduled>(
  offers: readonly Offer[],
  now: number,
  days: number,
): readonly Offer[] =>
  offers.filter(({ _schedule: schedule }) => {
    const end = schedule?.end ? Date.parse(schedule.end) : Number.NaN;
    return end > now && end <= now + days * DAY;
  });
