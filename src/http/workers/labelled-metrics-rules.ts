/** Makes one page of metrics of the pages of several workers: each family once, each sample with its worker. */
import type { WorkersState } from './peers.ts';

export type WorkerMetrics = { readonly worker: number; readonly text: string };

/** `name{a="b"} 1` or `name 1`, as `metrics.ts` renders it. */
const withWorker = (line: string, worker: number): string => {
  const [, name = '', labels, rest = ''] = /^([\w:]+)(?:\{(.*)\})?( \S+)$/.exec(line) ?? [];
  return `${name}{worker="${worker}"${labels === undefined ? '' : `,${labels}`}}${rest}`;
};

const ofTheNode = ({ serving, restarts }: WorkersState): readonly string[] => [
  '# HELP cartwright_workers Workers of this node that serve.',
  '# TYPE cartwright_workers gauge',
  `cartwright_workers ${serving}`,
  '# HELP cartwright_worker_restarts_total Workers that ended and were started again.',
  '# TYPE cartwright_worker_restarts_total counter',
  `cartwright_worker_restarts_total ${restarts}`,
];

export const labelledMetrics = (pages: readonly WorkerMetrics[], state: WorkersState): string => {
  const families = new Map<string, { readonly head: string[]; readonly samples: string[] }>();
  for (const { worker, text } of pages.toSorted((a, b) => a.worker - b.worker)) {
    let family = { head: [] as string[], samples: [] as string[] };
    for (const line of text.split('\n')) {
      if (line.startsWith('# HELP ')) {
        const name = line.split(' ')[2] ?? '';
        family = families.get(name) ?? { head: [line], samples: [] };
        families.set(name, family);
      } else if (line.startsWith('#')) {
        if (family.head.length === 1) family.head.push(line);
      } else if (line !== '') family.samples.push(withWorker(line, worker));
    }
  }
  const lines = [...families.values()].flatMap(({ head, samples }) => [...head, ...samples]);
  return `${[...ofTheNode(state), ...lines].join('\n')}\n`;
};
