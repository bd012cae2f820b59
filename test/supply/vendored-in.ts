/** What lies in vendor/, each with a page of its own. */
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Component, vendored } from './sbom-rules.ts';

export const vendoredIn = (folder: string): readonly Component[] =>
  globSync(`${folder}/*/README.md`)
    .toSorted()
    .map((page) => vendored(dirname(page), readFileSync(page, 'utf8')));
