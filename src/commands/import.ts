/** `cartwright import FILE --kind KIND`: feeds a file, and goes on where it was interrupted. */
import { existsSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { auditStatement } from '../applications/audit-statements.ts';
import { system } from '../applications/node.ts';
import { organizationOfCompany } from '../applications/organization-store.ts';
import { readConfig } from '../config.ts';
import { feedKinds } from '../feed-kinds.ts';
import type { FeedKind, Verdict } from '../feeds/feed-kind.ts';
import { isWarned } from '../feeds/feed-answer.ts';
import { importedElsewhere, type Progress } from '../feeds/feed-progress.ts';
import type { Fed } from '../feeds/feed-run.ts';
import { type Imported, importFile } from '../feeds/import-file.ts';
import { Refusal } from '../shared/errors.ts';
import { type Command, type Input, UsageError } from './command.ts';
import { type OpenNode, withNode } from './open-node.ts';
import { progressBar } from './progress-bar.ts';

const kindNames = feedKinds.map(({ name }) => name).join(', ');
const SHOWN_REFUSALS = 20;

const kindOf = (name: string): FeedKind => {
  const kind = feedKinds.find((one) => one.name === name);
  if (kind === undefined) throw new UsageError(`--kind takes one of ${kindNames}`);
  return kind;
};

const counts = ({ accepted, refused }: Progress): string =>
  `${accepted.toLocaleString('en')} accepted, ${refused.toLocaleString('en')} refused`;

const described = ({ line, key, field, message }: Verdict): string => {
  const place = [key === null ? '' : `(${key})`, field ?? ''].filter((word) => word !== '').join(' ');
  return `line ${line} ${place}: ${message}`;
};

const progressReport = (print: (line: string) => void, terminal: NodeJS.WriteStream) => {
  const bar = progressBar(print, terminal);
  let shownRefusals = 0;
  let warned = 0;
  let firstWarning: Verdict | undefined;
  const show = (progress: Progress, bytes: number): void => {
    bar.show(bytes === 0 ? 1 : progress.place.position / bytes, counts(progress));
  };
  const complain = ({ verdicts }: Fed): void => {
    for (const verdict of verdicts) {
      if (verdict.success || shownRefusals >= SHOWN_REFUSALS) continue;
      shownRefusals += 1;
      print(`${terminal.isTTY ? '\r\u001b[K' : ''}${described(verdict)}`);
    }
    const warnings = verdicts.filter(isWarned);
    warned += warnings.length;
    firstWarning ??= warnings[0];
  };
  return {
    onProgress: (progress: Progress, fed: Fed, bytes: number): void => {
      complain(fed);
      show(progress, bytes);
    },
    end: bar.end,
    /** One line about all rows that were taken with a warning. */
    warning: (): string | undefined =>
      firstWarning && `${warned.toLocaleString('en')} taken with a warning, the first: ${described(firstWarning)}`,
    hidden: (refused: number): number => Math.max(0, refused - shownRefusals),
  };
};

const companyOf = async ({ db }: OpenNode, { text }: Input) => {
  const companyId = Number(text('company'));
  const organizationId = Number.isSafeInteger(companyId) ? await organizationOfCompany(db, companyId) : undefined;
  if (organizationId === undefined) throw new Refusal('company_not_found');
  return { companyId, organizationId };
};

const importInto = async (node: OpenNode, input: Input, kind: FeedKind, path: string): Promise<Imported> => {
  const { companyId, organizationId } = await companyOf(node, input);
  const report = progressReport(input.print, process.stderr);
  const { db, now, random } = node;
  const { onProgress } = report;
  const refused = input.text('refused');
  const onRefused =
    refused === ''
      ? undefined
      : { begin: (head: string) => writeFile(refused, head), add: (text: string) => appendFile(refused, text) };
  const done = await importFile({ db, now, random, companyId, kind, path, onProgress, onRefused }).catch(
    (error: unknown) => {
      report.end();
      if (!importedElsewhere(error)) throw error;
      throw new UsageError('This file is being imported already, by another process.');
    },
  );
  report.end();
  const after = { accepted: done.accepted, refused: done.refused, run_id: done.runId };
  const subject = `company/${companyId}/${kind.name}`;
  const entry = { ...system, organizationId, action: 'catalog.feed', subject, before: null, after, at: now() };
  await db.commit([auditStatement(entry, random)]);
  if (done.resumedAt !== undefined) input.print(`Went on behind line ${done.resumedAt}, where an import had ended.`);
  if (report.hidden(done.refused) > 0) input.print(`… and ${report.hidden(done.refused)} refused rows more`);
  const warning = report.warning();
  if (warning !== undefined) input.print(warning);
  return done;
};

export const importCommand: Command = {
  name: 'import',
  summary: 'feed a file of products, articles, stores …',
  about:
    'Feeds FILE into the catalogue: lines of JSON, CSV with a header when its name ends with .csv, or a JSON array when it ends\n' +
    'with .json (docs/operations/import.md).\n' +
    'Rows are added or replaced; one that cannot be taken is refused alone and shown. Interrupted, it goes on where it ended\n' +
    'when the same file is imported again. Exits with 1 when rows were refused.',
  options: {
    kind: { type: 'string', required: true, meaning: `what the rows are: ${kindNames}` },
    company: { type: 'string', shows: 'ID', meaning: 'whose catalogue', fallback: '1' },
    refused: {
      type: 'string',
      shows: 'FILE',
      meaning: 'where refused rows are written, each with its reason: mended, the file is imported as it stands',
    },
  },
  word: 'FILE',
  run: async (input) => {
    const kind = kindOf(input.text('kind'));
    const [path] = input.words;
    if (path === undefined) throw new UsageError('Say which FILE to import');
    if (!existsSync(path)) throw new UsageError(`There is no file ${path}`);
    if (resolve(input.text('refused')) === resolve(path))
      throw new UsageError('--refused takes another file than FILE');
    return withNode(readConfig(input.environment), input.print, async (node) => {
      const done = await importInto(node, input, kind, path);
      input.print(`${kind.name}: ${counts(done)}`);
      return done.refused > 0 ? 1 : 0;
    });
  },
};
