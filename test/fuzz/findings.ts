/** What a round has found so far: each thing once, with the smallest request that does it. */
import { curlOf, type FuzzRequest, wireOf } from './fuzz-request.ts';
import type { FuzzShop } from './fuzz-shop.ts';
import type { Finding, Judge } from './judge.ts';
import type { Answer, Silence } from './send.ts';
import { shrunk } from './shrink.ts';

export type Found = Finding & {
  /** A line that a person can run. */
  readonly curl: string;
  /** Whether the request alone does it again. */
  readonly again: boolean;
  /** What the server printed about it. */
  readonly logged: string;
  readonly times: number;
};
export type Findings = {
  readonly all: () => readonly Found[];
  /** Of the server itself, or of bytes that are no request. */
  readonly add: (finding: Finding, curl?: string) => void;
  /** Of a request: looks for a smaller one that does the same. */
  readonly tell: (finding: Finding, request: FuzzRequest, answer: Answer | Silence) => Promise<void>;
};

/** Without what is another one every time. */
const nameOf = ({ kind, operation, detail }: Finding): string =>
  `${kind} ${operation} ${detail.replaceAll(/"(request_id|time)":"[^"]*"|\d{3,}/g, '').slice(0, 120)}`;

/** The lines of the log that name the request. */
const loggedOf = ({ printed }: FuzzShop, answer: Answer | Silence): string => {
  const id = 'silence' in answer ? undefined : answer.headers['x-request-id'];
  if (id === undefined) return '';
  const lines = printed()
    .split('\n')
    .filter((line) => line.includes(id));
  return lines.join('\n').slice(0, 3_000);
};

export const newFindings = (shop: FuzzShop, judge: Judge): Findings => {
  const found = new Map<string, Found>();
  /** True when it is new. */
  const note = (finding: Finding, curl: string, logged: string): boolean => {
    const name = nameOf(finding);
    const known = found.get(name);
    found.set(
      name,
      known ? { ...known, times: known.times + 1 } : { ...finding, curl, again: false, logged, times: 1 },
    );
    return known === undefined;
  };
  const sendAs = (request: FuzzRequest) => wireOf(request, shop.credentialsOf(request.caller));

  return {
    all: () => [...found.values()],
    add: (finding, curl = '') => void note(finding, curl, ''),
    tell: async (finding, request, answer) => {
      if (!note(finding, '', loggedOf(shop, answer))) return;
      const fails = async (one: FuzzRequest): Promise<boolean> =>
        judge(one, await shop.send(sendAs(one))).some(
          ({ kind, operation }) => kind === finding.kind && operation === finding.operation,
        );
      const smallest = finding.kind === 'stored' ? undefined : await shrunk(request, fails);
      const curl = curlOf(shop.base, sendAs(smallest ?? request));
      const name = nameOf(finding);
      const noted = found.get(name);
      if (noted !== undefined) found.set(name, { ...noted, curl, again: smallest !== undefined });
    },
  };
};
