/**
 * `npm run sbom [-- --all] [--licences | --advisories | --ages]`: what is installed to run this, from package-lock.json and without the
 * network, as a CycloneDX 1.6 bill of materials on standard output, or as a list of licences. `--all` has what it is tested with as well.
 *
 * `--advisories` asks the registry of npm for known weaknesses, `--ages` for versions of the last seven days. They end with 0 when there
 * are none, with 1 when there are, and with 2 when the registry gave no answer: that is not the same as none.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { advisoriesOf, agesOf, REGISTRY, Unanswered } from './registry-answers.ts';
import { billOf, componentsOf, licencesOf, type Lock } from './sbom-rules.ts';
import { vendoredIn } from './vendored-in.ts';

const DAY_MS = 86_400_000;
const YOUNG_DAYS = 7;
const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    licences: { type: 'boolean', default: false },
    advisories: { type: 'boolean', default: false },
    ages: { type: 'boolean', default: false },
    registry: { type: 'string', default: REGISTRY },
  },
});
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const components = [...componentsOf(lock), ...vendoredIn('vendor')].filter(({ isForWork }) => values.all || !isForWork);

/** Tells what was found, and how many were asked about. */
const tell = (found: readonly string[], what: string): void => {
  for (const line of found) console.log(line);
  console.log(`${found.length} ${what} among ${components.length} packages`);
  process.exitCode = found.length === 0 ? 0 : 1;
};
const told = async (): Promise<void> => {
  if (values.advisories) {
    const found = await advisoriesOf(components, values.registry);
    return tell(
      found.map((one) => `${one.severity}: ${one.name} ${one.vulnerable_versions}: ${one.title} ${one.url}`),
      'known weaknesses',
    );
  }
  const young = (await agesOf(components, values.registry)).filter(
    ({ publishedAt }) => !(publishedAt < Date.now() - YOUNG_DAYS * DAY_MS),
  );
  return tell(
    young.map(({ name, version, publishedAt: at }) => {
      const since = Number.isFinite(at) ? new Date(at).toISOString() : 'a time that the registry does not tell';
      return `${name}@${version} is there since ${since}`;
    }),
    `versions younger than ${YOUNG_DAYS} days`,
  );
};

if (values.advisories || values.ages) {
  await told().catch((error: unknown) => {
    if (!(error instanceof Unanswered)) throw error;
    console.error(`Nothing is known: ${error.message}. Ask again where the registry answers.`);
    process.exitCode = 2;
  });
} else if (values.licences) {
  for (const [licence, count] of licencesOf(components)) console.log(`${String(count).padStart(5)}  ${licence}`);
} else {
  console.log(JSON.stringify(billOf(lock, components), null, 2));
}
