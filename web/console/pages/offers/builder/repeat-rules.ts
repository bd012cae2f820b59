/** Offers that come again: days of the week and hours, as the five fields and the minutes of a schedule. Pure. */
export const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Repeat = { readonly days: readonly string[]; readonly from: string; readonly minutes: number };

/** What can be said with days and hours; anything else is shown as it is written. */
export const repeatOf = (cron: string, minutes: number): Repeat | undefined => {
  const found = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[A-Za-z]{3}(?:,[A-Za-z]{3})*)$/.exec(cron.trim());
  if (found === null) return undefined;
  const [, minute = '0', hour = '0', days = '*'] = found;
  return {
    days: days === '*' ? [...weekdays] : days.toUpperCase().split(','),
    from: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    minutes,
  };
};

export const cronOf = ({ days, from }: Repeat): string => {
  const [hour = '0', minute = '0'] = from.split(':');
  const named =
    days.length === weekdays.length || days.length === 0 ? '*' : weekdays.filter((day) => days.includes(day));
  return `${Number(minute)} ${Number(hour)} * * ${String(named)}`;
};
