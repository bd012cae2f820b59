/** Times for people, the way the reader's own language writes them. */
import { localeTag } from '../ui/money.ts';

const styles = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  moment: { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
} as const;

export const dateText = (time: string, style: keyof typeof styles): string =>
  time === '' ? '' : new Date(time).toLocaleString(localeTag(), styles[style]);
