/**
 * Numbers about this process in the Prometheus text format. An area registers its own with the same registry that /metrics
 * renders; names begin with `cartwright_`, and label values come from short closed lists, never from a request.
 */
type Labels = Readonly<Record<string, string>>;
export type Sample = { readonly value: number; readonly labels?: Labels };
export type Counter = (labels?: Labels, by?: number) => void;
type Histogram = (value: number, labels?: Labels) => void;

export type Metrics = {
  readonly counter: (name: string, help: string) => Counter;
  /** Read when it is rendered, so it costs nothing until somebody looks. */
  readonly gauge: (name: string, help: string, read: () => number | readonly Sample[]) => void;
  /** A total that is kept elsewhere. */
  readonly counted: (name: string, help: string, read: () => number | readonly Sample[]) => void;
  readonly histogram: (name: string, help: string, bounds: readonly number[]) => Histogram;
  readonly render: () => string;
};

const escapeLabel = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
const labelText = (labels: Labels = {}): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',');
const textLine = (name: string, text: string, value: number): string =>
  text === '' ? `${name} ${value}` : `${name}{${text}} ${value}`;
const line = (name: string, labels: Labels | undefined, value: number): string =>
  textLine(name, labelText(labels), value);
const samples = (read: number | readonly Sample[]): readonly Sample[] =>
  typeof read === 'number' ? [{ value: read }] : read;

/** Each value is counted in the first bucket that holds it; the others are summed up when somebody looks. */
type Series = { readonly labels: Labels; readonly buckets: number[]; sum: number; count: number };
/** Labels are written once for all lines of a series: a node that has served everything has ten thousand of them. */
const histogramLines = (name: string, bounds: readonly number[], { labels, buckets, sum, count }: Series): string[] => {
  const text = labelText(labels);
  const upTo = text === '' ? 'le=' : `${text},le=`;
  let below = 0;
  return [
    ...bounds.map((bound, index) => {
      below += buckets[index] ?? 0;
      return textLine(`${name}_bucket`, `${upTo}"${bound}"`, below);
    }),
    textLine(`${name}_bucket`, `${upTo}"+Inf"`, count),
    textLine(`${name}_sum`, text, sum),
    textLine(`${name}_count`, text, count),
  ];
};

export const createMetrics = (): Metrics => {
  const families = new Map<string, () => readonly string[]>();
  const register = (name: string, type: string, help: string, lines: () => readonly string[]): void => {
    if (families.has(name)) throw new Error(`the metric ${name} is registered twice`);
    families.set(name, () => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines()]);
  };

  /** Asked for again, it is the same one: a worker may ask in every step. */
  const counters = new Map<string, Counter>();
  const counter = (name: string, help: string): Counter => {
    const made = counters.get(name) ?? newCounter(name, help);
    counters.set(name, made);
    return made;
  };
  const newCounter = (name: string, help: string): Counter => {
    const totals = new Map<string, { readonly labels: Labels; value: number }>();
    register(name, 'counter', help, () => [...totals.values()].map(({ labels, value }) => line(name, labels, value)));
    return (labels = {}, by = 1) => {
      const key = Object.values(labels).join('\n');
      const known = totals.get(key);
      if (known === undefined) totals.set(key, { labels, value: by });
      else known.value += by;
    };
  };

  const read =
    (type: 'gauge' | 'counter') =>
    (name: string, help: string, value: () => number | readonly Sample[]): void =>
      register(name, type, help, () => samples(value()).map((sample) => line(name, sample.labels, sample.value)));

  const histogram = (name: string, help: string, bounds: readonly number[]): Histogram => {
    const series = new Map<string, Series>();
    register(name, 'histogram', help, () => [...series.values()].flatMap((one) => histogramLines(name, bounds, one)));
    return (value, labels = {}) => {
      const key = Object.values(labels).join('\n');
      const known = series.get(key) ?? { labels, buckets: bounds.map(() => 0), sum: 0, count: 0 };
      series.set(key, known);
      known.sum += value;
      known.count += 1;
      const first = bounds.findIndex((bound) => value <= bound);
      if (first !== -1) known.buckets[first] = (known.buckets[first] ?? 0) + 1;
    };
  };

  const render = (): string => `${[...families.values()].flatMap((lines) => lines()).join('\n')}\n`;
  return { counter, gauge: read('gauge'), counted: read('counter'), histogram, render };
};
