/** `cartwright openapi [FILE]`: the document of /openapi.json, as text that changes only when the interface does. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { withNode } from './open-node.ts';

/** Made from the routes alone: an empty database in a folder of its own, no settings of the machine. */
export const openapiText = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-openapi-'));
  const config = readConfig({ CARTWRIGHT_DATA: folder, CARTWRIGHT_LOG_LEVEL: 'silent' });
  try {
    return await withNode(
      config,
      () => {},
      async (node) => {
        const app = await createApp(node, config, () => false);
        const { payload } = await app.inject('/openapi.json');
        await app.close();
        return `${JSON.stringify(JSON.parse(payload), null, 2)}\n`;
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const openapi: Command = {
  name: 'openapi',
  summary: 'write the OpenAPI document',
  about: 'Writes the OpenAPI 3.1 document of every route to FILE, or prints it.',
  options: {},
  word: 'FILE',
  run: async ({ words: [file], print }) => {
    const text = await openapiText();
    if (file === undefined) print(text.trimEnd());
    else await writeFile(file, text);
  },
};
