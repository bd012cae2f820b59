/** `cartwright export events`: events as files of lines or columns, by the hour, with manifests. */
import { resolve } from 'node:path';
import { exportHours } from '../webhooks/sinks/export-hours.ts';
import type { HourFile } from '../webhooks/sinks/hour-files.ts';
import { type HourFormat, hourFormats } from '../webhooks/sinks/hour-formats.ts';
import { Refusal } from '../shared/errors.ts';
import { timeOf } from './asked-time.ts';
import { type Command, type Input, UsageError } from './command.ts';
import { type OpenNode, within } from './open-node.ts';

const isFormat = (word: string): word is HourFormat => Object.hasOwn(hourFormats, word);
const formatOf = ({ text }: Input): HourFormat => {
  const word = text('format');
  if (isFormat(word)) return word;
  throw new UsageError(`--format takes ${Object.keys(hourFormats).join(' or ')}`);
};

const applicationsOf = async ({ db }: OpenNode, { text }: Input): Promise<readonly string[]> => {
  const wanted = text('application');
  const ids: string[] = [];
  for await (const rows of db.scan<{ id: string }>('select id from application order by id')) {
    ids.push(...rows.map(({ id }) => id));
  }
  if (wanted === '') return ids;
  if (!ids.includes(wanted)) throw new Refusal('application_not_found');
  return [wanted];
};

const told = (applicationId: string, { from, events, bytes }: HourFile): string =>
  `${applicationId} ${from}: ${events.toLocaleString('en')} events, ${bytes.toLocaleString('en')} bytes`;

export const exportEvents: Command = {
  name: 'export events',
  summary: 'write events as files by the hour',
  about:
    'Writes DIR/<application>/<date>/<hour>.ndjson, a line for each event as webhooks deliver it, or <hour>.parquet, by the\n' +
    'hour (UTC) in which it was received, and a manifest.json for each day with counts, sizes and SHA-256. Only whole hours that are over\n' +
    'are written; what is written already is left as it is, so it may be interrupted and run again (docs/behaviour/sinks.md).',
  options: {
    dir: { type: 'string', meaning: 'folder of the files', required: true },
    format: { type: 'string', meaning: 'ndjson, or parquet for a warehouse', fallback: 'ndjson' },
    application: { type: 'string', shows: 'ID', meaning: 'whose events; of all applications without it' },
    from: { type: 'string', shows: 'TIME', meaning: 'received in an hour that begins then or later' },
    to: { type: 'string', shows: 'TIME', meaning: 'received in an hour that ends then or earlier' },
  },
  run: async (input) => {
    const asked = {
      from: timeOf(input, 'from'),
      to: timeOf(input, 'to'),
      format: formatOf(input),
      folder: resolve(input.text('dir')),
    };
    await within(input, async (node) => {
      for (const applicationId of await applicationsOf(node, input)) {
        const { written, known, events } = await exportHours(node.db, { ...asked, applicationId }, node.now(), (hour) =>
          process.stderr.write(`${told(applicationId, hour)}\n`),
        );
        input.print(
          `${applicationId}: ${written} hours written with ${events.toLocaleString('en')} events, ${known} were there already`,
        );
      }
    });
  },
};
