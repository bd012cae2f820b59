/**
 * `npm run sbom [-- --all] [--licences]`: what is installed to run this, from package-lock.json and without the network, as a CycloneDX 1.6
 * bill of materials on standard output, or as a list of licences. `--all` has what it is tested with as well.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { billOf, componentsOf, licencesOf, type Lock } from './sbom-rules.ts';
import { vendoredIn } from './vendored-in.ts';

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, licences: { type: 'boolean', default: false } },
});
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const components = [...componentsOf(lock), ...vendoredIn('vendor')].filter(({ isForWork }) => values.all || !isForWork);
if (values.licences) {
  for (const [licence, count] of licencesOf(components)) console.log(`${String(count).padStart(5)}  ${licence}`);
} else {
  console.log(JSON.stringify(billOf(lock, components), null, 2));
}
