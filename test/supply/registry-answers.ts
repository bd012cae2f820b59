/** What the registry of npm says of packages: known weaknesses, and when a version came out. Needs the network. */
import type { Component } from './sbom-rules.ts';

export const REGISTRY = 'https://registry.npmjs.org';
const PATIENCE_MS = 60_000;
const AT_ONCE = 8;

/** Why a question has no answer, for a person: it is not the same as "nothing was found". */
export class Unanswered extends Error {}

const asked = async (address: string, init: RequestInit = {}): Promise<unknown> => {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }).catch((cause: unknown) => {
    throw new Unanswered(`${address} cannot be reached`, { cause });
  });
  if (!answer.ok) throw new Unanswered(`${address} answered ${answer.status} ${answer.statusText}`);
  return answer.json();
};

type Advisory = {
  readonly name: string;
  readonly severity: string;
  readonly title: string;
  readonly url: string;
  readonly vulnerable_versions: string;
};

/** As `npm audit` asks: every name with its versions, in one request. The registry says which of them are meant. */
export const advisoriesOf = async (
  components: readonly Component[],
  registry = REGISTRY,
): Promise<readonly Advisory[]> => {
  const versions = Map.groupBy(components, ({ name }) => name);
  const body = Object.fromEntries(
    [...versions].map(([name, all]) => [name, [...new Set(all.map(({ version }) => version))]]),
  );
  const found = (await asked(`${registry}/-/npm/v1/security/advisories/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })) as Readonly<Record<string, readonly Omit<Advisory, 'name'>[]>>;
  return Object.entries(found).flatMap(([name, all]) => all.map((one) => ({ ...one, name })));
};

type Age = { readonly name: string; readonly version: string; readonly publishedAt: number };

/** When each version was published, the youngest first; NaN where the registry does not say. */
export const agesOf = async (components: readonly Component[], registry = REGISTRY): Promise<readonly Age[]> => {
  const names = [...Map.groupBy(components, ({ name }) => name)];
  const ages: Age[] = [];
  const work = async (): Promise<void> => {
    for (let next = names.pop(); next !== undefined; next = names.pop()) {
      const [name, all] = next;
      const { time = {} } = (await asked(`${registry}/${name.replace('/', '%2f')}`)) as {
        readonly time?: Readonly<Record<string, string>>;
      };
      for (const { version } of all) ages.push({ name, version, publishedAt: Date.parse(time[version] ?? '') });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return ages.toSorted((a, b) => b.publishedAt - a.publishedAt);
};
