/** A line over days, drawn by uPlot in the colours of the page. */
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';

type Series = { readonly name: string; readonly values: readonly number[]; readonly isQuiet?: true };
type ChartProps = {
  readonly label: string;
  /** Days as reports name them, 2026-11-16. */
  readonly days: readonly string[];
  readonly series: readonly Series[];
  readonly show: (value: number) => string;
};

const HEIGHT = 220;
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const optionsOf = (series: readonly Series[], width: number, show: (value: number) => string): uPlot.Options => ({
  width,
  height: HEIGHT,
  legend: { live: true },
  cursor: { y: false },
  scales: { y: { range: (_chart, _least, most) => [0, Math.max(most * 1.1, 1)] } },
  axes: [
    { stroke: colour('--soft'), grid: { show: false }, ticks: { show: false } },
    {
      stroke: colour('--soft'),
      size: 76,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { show: false },
      values: (_chart, splits) => splits.map(show),
    },
  ],
  series: [
    { value: (_chart, at) => (at === null ? '' : new Date(at * 1000).toLocaleDateString()) },
    ...series.map(({ name, isQuiet }) => ({
      label: name,
      stroke: colour(isQuiet ? '--soft' : '--accent'),
      width: isQuiet ? 1 : 2,
      ...(isQuiet ? { dash: [4, 4] } : { fill: colour('--accent-wash') }),
      points: { show: false },
      value: (_chart: uPlot, value: number | null) => (value === null ? '' : show(value)),
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

export const Chart = ({ label, days, series, show }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useDark();
  const drawn = JSON.stringify([days, series, isDark]);
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const times = days.map((day) => new Date(`${day}T00:00:00`).getTime() / 1000);
    const data: uPlot.AlignedData = [times, ...series.map(({ values }) => [...values])];
    const chart = new uPlot(optionsOf(series, box.clientWidth, show), data, box);
    const watch = new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT }));
    watch.observe(box);
    return () => {
      watch.disconnect();
      chart.destroy();
    };
  }, [drawn]);
  return (
    <figure class="chart">
      <div ref={place} role="img" aria-label={label} />
    </figure>
  );
};
