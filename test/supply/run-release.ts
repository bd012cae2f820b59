/**
 * `npm run release -- FOLDER [--commit HEAD] [--check]`: writes what a release of a commit consists of into a folder, or says with
 * `--check` whether what lies there is what the commit makes. docs/operations/release.md tells who does what with it.
 */
import { parseArgs } from 'node:util';
import { differences, releaseOf, writeRelease } from './release.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commit: { type: 'string', default: 'HEAD' }, check: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('usage: npm run release -- FOLDER [--commit HEAD] [--check]');
  process.exit(2);
}
const release = releaseOf('.', values.commit);
if (values.check) {
  const wrong = differences(release, folder);
  console.log(wrong.length === 0 ? `${folder} is what ${values.commit} makes` : wrong.join('\n'));
  process.exitCode = wrong.length === 0 ? 0 : 1;
} else {
  writeRelease(release, folder);
  console.log(release.get('release.json')?.toString());
}
