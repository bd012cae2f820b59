/** `cartwright env`: the first application's credentials as shell variables, for the README's curl lines. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addressVariable, readConfig } from '../config.ts';
import type { Command } from './command.ts';
import { servedUrl } from './serving-place.ts';
import { ownEntry } from '../shared/own-entry.ts';

const quoted = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`;

/** Pure: the credentials file's text and the address, as lines a shell can evaluate. */
export const shellVariables = (credentialsText: string, baseUrl: string): readonly string[] => {
  const given = JSON.parse(credentialsText) as Record<string, string | number | undefined>;
  const value = (name: string): string => String(ownEntry(given, name) ?? '');
  const bearer = Buffer.from(`${value('application_id')}:${value('application_token')}`).toString('base64');
  const variables = {
    [addressVariable]: baseUrl,
    APPLICATION_ID: value('application_id'),
    APPLICATION_TOKEN: value('application_token'),
    APPLICATION_BEARER: bearer,
    COMPANY_ID: value('company_id'),
    ORGANIZATION_ID: value('organization_id'),
    CLIENT_ID: value('client_id'),
    CLIENT_SECRET: value('client_secret'),
  };
  return Object.entries(variables).map(([name, text]) => `export ${name}=${quoted(text)}`);
};

export const env: Command = {
  name: 'env',
  summary: 'print the credentials as shell variables',
  about:
    'Prints what `data/credentials.json` holds as export lines, with the address of the node that serves from that folder\n' +
    '(when none does: the one that HOST and PORT name) and the value of the Authorization header ready to use:\n\n  eval "$(npx cartwright env)"\n  curl -H "Authorization: Bearer $APPLICATION_BEARER" $CARTWRIGHT_URL/service/application/configuration/v1.0/application',
  options: {},
  run: async ({ environment, print }) => {
    const config = readConfig(environment);
    const file = join(config.dataFolder, 'credentials.json');
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw new Error(`${file} cannot be read. Start the service once (npm start) with the same CARTWRIGHT_DATA.`, {
        cause,
      });
    });
    for (const line of shellVariables(text, await servedUrl(config))) print(line);
  },
};
