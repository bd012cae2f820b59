/** Spans and numbers as OTLP's JSON. Pure. */
type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** As OTLP numbers them. */
  readonly kind: 1 | 2 | 3 | 4;
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: Attributes;
  readonly failed: boolean;
};

const valueOf = (value: AttributeValue) => {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
};
const attributesOf = (given: Attributes) =>
  Object.entries(given).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valueOf(value) }]));
const nanos = (ms: number): string => `${Math.round(ms * 1000)}000`;

const SCOPE = { name: 'cartwright' };
const ERROR = 2;

export const tracesBody = (resource: Attributes, spans: readonly Span[]): object => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [
        {
          scope: SCOPE,
          spans: spans.map(({ startMs, endMs, attributes, failed, ...span }) => ({
            ...span,
            startTimeUnixNano: nanos(startMs),
            endTimeUnixNano: nanos(endMs),
            attributes: attributesOf(attributes),
            ...(failed ? { status: { code: ERROR } } : {}),
          })),
        },
      ],
    },
  ],
});

type Sample = { readonly end: string; readonly labels: Readonly<Record<string, string>>; readonly value: number };
type Family = { readonly name: string; readonly kind: string; readonly help: string; readonly samples: Sample[] };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));
const labelsOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...text.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  );

/** The families of a page as Prometheus reads it. */
const familiesOf = (page: string): readonly Family[] => {
  const families: Family[] = [];
  let help = '';
  for (const line of page.split('\n')) {
    const [, about, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (about === 'HELP') help = rest;
    if (about === 'TYPE') families.push({ name, kind: rest, help, samples: [] });
    const [, sample, labels = '', value = ''] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const family = families.at(-1);
    if (sample === undefined || family === undefined) continue;
    family.samples.push({ end: sample.slice(family.name.length), labels: labelsOf(labels), value: Number(value) });
  }
  return families;
};

type Times = { readonly startTimeUnixNano: string; readonly timeUnixNano: string };
const CUMULATIVE = 2;

/** The labels without the bound of a bucket. */
const seriesOf = ({ labels }: Sample): string =>
  JSON.stringify(Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le')));

const histogramPoints = ({ samples }: Family, times: Times) => {
  const series = Map.groupBy(samples, seriesOf);
  return [...series].map(([labels, ofSeries]) => {
    const buckets = ofSeries.filter(({ end }) => end === '_bucket');
    const of = (end: string): number => ofSeries.find((sample) => sample.end === end)?.value ?? 0;
    return {
      ...times,
      attributes: attributesOf(JSON.parse(labels) as Attributes),
      count: String(of('_count')),
      sum: of('_sum'),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)).filter(Number.isFinite),
      bucketCounts: buckets.map(({ value }, at) => String(value - (buckets[at - 1]?.value ?? 0))),
    };
  });
};

const metricOf = (family: Family, times: Times): object => {
  const { name, kind, help: description } = family;
  if (kind === 'histogram') {
    const dataPoints = histogramPoints(family, times);
    return { name, description, histogram: { aggregationTemporality: CUMULATIVE, dataPoints } };
  }
  const dataPoints = family.samples.map(({ labels, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    asDouble: value,
  }));
  return kind === 'counter'
    ? { name, description, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
    : { name, description, gauge: { dataPoints } };
};

export const metricsBody = (
  resource: Attributes,
  page: string,
  { startedMs, nowMs }: { readonly startedMs: number; readonly nowMs: number },
): object => {
  const times = { startTimeUnixNano: nanos(startedMs), timeUnixNano: nanos(nowMs) };
  const metrics = familiesOf(page)
    .filter(({ samples }) => samples.length > 0)
    .map((family) => metricOf(family, times));
  return {
    resourceMetrics: [{ resource: { attributes: attributesOf(resource) }, scopeMetrics: [{ scope: SCOPE, metrics }] }],
  };
};
