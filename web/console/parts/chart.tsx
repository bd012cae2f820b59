/** A line over days, drawn by uPlot in the colours of the page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import { drawnUpTo } from './chart-rules.ts';
import { calendarDay } from './times.ts';

type Series = { readonly name: string; readonly values: readonly number[]; readonly isQuiet?: true };
type ChartProps = {
  readonly label: string;
  /** Days as reports name them, 2026-11-16. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
  /** Beside the lines, where there is little room. */
  readonly showShort?: (value: number) => string;
};

const HEIGHT = 220;
/** Below the line of nothing only its days stand, clear of the amount beside that line. */
const DAYS_HEIGHT = 34;
const DAYS_GAP = 12;
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const dayAt = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

type Shows = Pick<ChartProps, 'show' | 'showShort'> & { readonly isInProgress: boolean };

const optionsOf = (
  series: readonly Series[],
  width: number,
  { show, showShort = show, isInProgress }: Shows,
): uPlot.Options => ({
  width,
  height: HEIGHT,
  legend: { live: true },
  // Its legend tells of the day under the pointer: without one it only names the lines.
  hooks: {
    ready: [({ root }) => root.classList.add('resting')],
    setCursor: [({ root, cursor }) => root.classList.toggle('resting', typeof cursor.idx !== 'number')],
  },
  cursor: { y: false },
  scales: { y: { range: (_chart, _least, most) => [0, Math.max(most * 1.1, 1)] } },
  axes: [
    {
      stroke: colour('--soft'),
      grid: { show: false },
      ticks: { show: false },
      size: DAYS_HEIGHT,
      gap: DAYS_GAP,
      space: 64,
      values: (_chart, splits) => splits.map((at) => dayAt(at)),
    },
    {
      stroke: colour('--soft'),
      size: 76,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      values: (_chart, splits) => splits.map(showShort),
    },
  ],
  series: [
    { label: 'Day', value: (_chart, at) => (at === null ? '' : dayAt(at)) },
    ...series.map(({ name, values, isQuiet }) => ({
      label: name,
      stroke: colour(isQuiet ? '--soft' : '--accent'),
      width: isQuiet ? 1 : 2,
      ...(isQuiet ? { dash: [4, 4] } : { fill: colour('--accent-wash') }),
      points: { show: false },
      // What is not drawn is told nevertheless.
      value: (_chart: uPlot, _drawn: number | null, _place: number, at: number | null) => {
        const value = at === null ? undefined : values[at];
        if (value === undefined) return '';
        return isInProgress && at === values.length - 1 ? `${show(value)} so far` : show(value);
      },
    })),
  ],
});

const dark = matchMedia('(prefers-color-scheme: dark)');
/** A canvas has the colours it was drawn with: it is drawn again when the page changes its own. */
const useDark = (): boolean => {
  const [isDark, setDark] = useState(dark.matches);
  useEffect(() => {
    const tell = (): void => setDark(dark.matches);
    dark.addEventListener('change', tell);
    return () => dark.removeEventListener('change', tell);
  }, []);
  return isDark;
};

export const Chart = ({ label, days, series, show, showShort = show }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useDark();
  const drawn = JSON.stringify([days, series, isDark]);
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const times = days.map((day) => new Date(`${day}T00:00:00`).getTime() / 1000);
    const isInProgress = days.at(-1) === calendarDay();
    const data: uPlot.AlignedData = [times, ...series.map(({ values }) => drawnUpTo(values, isInProgress))];
    const chart = new uPlot(optionsOf(series, box.clientWidth, { show, showShort, isInProgress }), data, box);
    const watch = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [drawn]);
  // A line along the floor, beside an axis that has nothing to count, tells nobody anything.
  if (series.every(({ values }) => values.every((value) => value === 0))) {
    return <p class="soft">Nothing in these days yet.</p>;
  }
  return (
    <figure class="chart">
      <div ref={place} role="img" aria-label={label} />
    </figure>
  );
};
