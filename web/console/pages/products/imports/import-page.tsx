/** One import: how far it is, what became of each row, and its refused rows as a file to mend. */
import { useEffect } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { ImportRows, ImportState, ImportView } from '../../../../../src/contract/catalog/import-contract.ts';
import { Notice } from '../../../../ui/states.tsx';
import { addressOf, change, sayInstead } from '../../../call.ts';
import { Act } from '../../../parts/act.tsx';
import { count, share } from '../../../parts/amounts.ts';
import { Answered, useRead } from '../../../parts/answered.tsx';
import type { Choices } from '../../../parts/field.tsx';
import { Filters, useFilters } from '../../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../../parts/lists/listing.tsx';
import { inWords } from '../../../parts/names.ts';
import { Page, Panel, State } from '../../../parts/page.tsx';
import { moment } from '../../../parts/times.ts';
import { useWatched } from '../../../parts/watched.ts';
import { importsPath } from '../../../paths.ts';
import { at } from '../../../session.ts';
import { importKinds } from './import-kinds.ts';
import { permittedKinds } from './permitted-kinds.ts';

type Verdict = Static<typeof ImportRows>['items'][number];
type Props = { readonly job: ImportView; readonly path: string; readonly again: () => void };

const open: ReadonlySet<ImportState> = new Set(['receiving', 'waiting', 'running']);

const choices: Choices = [
  ['all', 'All that were read'],
  ['refused', 'Refused'],
  ['warned', 'With a warning'],
];
/** What was taken can be looked at. */
const RowName = ({ kind, row: { key, success } }: { readonly kind: string; readonly row: Verdict }) => {
  const to = importKinds.find((one) => one.kind === kind)?.to;
  if (!key) return null;
  return success && to ? <a href={at(`${to}/${encodeURIComponent(key)}`)}>{key}</a> : <code>{key}</code>;
};

const columns = (kind: string): readonly Column<Verdict>[] => [
  { name: 'Row', show: ({ line }) => `Row ${count(line)}` },
  { name: 'Number or code', show: (row) => <RowName kind={kind} row={row} /> },
  { name: 'Result', show: ({ success }) => <State of={success ? 'accepted' : 'refused'} /> },
  { name: 'Field', show: ({ field }) => field },
  { name: 'Why', show: ({ message }) => message, isText: true },
];

const Turns = ({ job, path, again }: Props) => {
  if (!permittedKinds.some(([kind]) => kind === job.kind)) return null;
  const turn = async (to: 'cancel' | 'resume', said: string): Promise<void> => {
    await change('POST', `${path}/${to}`, said);
    again();
  };
  if (open.has(job.state)) {
    return (
      <Act
        quiet
        isGrave
        ask="Cancel this import?"
        about={
          job.state === 'receiving'
            ? 'Its file is still coming: the rest is not taken, and no row is written.'
            : 'Rows that are written stay; the others are not read. It can go on later.'
        }
        leave="Let it run"
        run={() => turn('cancel', 'Import cancelled')}
      >
        Cancel import
      </Act>
    );
  }
  return job.state === 'finished' ? null : <Act run={() => turn('resume', 'Import goes on')}>Go on</Act>;
};

const Progress = ({ job, path }: Pick<Props, 'job' | 'path'>) => (
  <Panel
    title={open.has(job.state) ? 'How far it is' : 'What came of it'}
    acts={
      job.refused > 0 && (
        <a href={addressOf(`${path}/refused`)} download>
          Refused rows as a file
        </a>
      )
    }
  >
    {open.has(job.state) && (
      <meter min={0} max={Math.max(job.bytes, 1)} value={job.bytes_read} aria-label="Read of the file">
        {share(job.bytes_read, job.bytes)}
      </meter>
    )}
    {job.problem !== null && <Notice kind="warn">{job.problem}</Notice>}
    <p role="status">
      {count(job.accepted)} rows taken, {count(job.refused)} refused, {count(job.warned)} with a warning.
    </p>
    {job.refused > 0 && (
      <p class="soft">The file of refused rows says in each why. Mend them there and import that file as it is.</p>
    )}
  </Panel>
);

const Verdicts = ({ job, path }: Pick<Props, 'job' | 'path'>) => {
  const unset = job.refused > 0 ? 'refused' : 'all';
  const { verdict = unset } = useFilters();
  return (
    <Panel title="What became of each row">
      <Filters of={[{ key: 'verdict', name: 'Show', choices, unset }]} />
      <Listing<Verdict>
        key={job.state}
        label="Rows"
        path={`${path}/rows`}
        query={{ verdict }}
        columns={columns(job.kind)}
        keepsFilters
        emptyTitle={open.has(job.state) ? 'None was read yet' : 'No such rows'}
        empty="The choice above shows what became of the others."
      />
    </Panel>
  );
};

export const ImportPage = () => {
  const { id = '' } = useRoute().params;
  const path = `${importsPath}/${encodeURIComponent(id)}`;
  const asked = useRead<ImportView>(path);
  const { answer } = asked;
  const isOver = answer !== undefined && !open.has(answer.state);
  useWatched(asked, isOver);
  // What was said when it began is no longer so.
  useEffect(() => {
    if (isOver) sayInstead((path) => path.includes('/imports'), `${answer.file_name || 'The import'}: ${answer.state}`);
  }, [isOver]);
  return (
    <Answered asked={asked}>
      {(job) => (
        <Page
          title={job.file_name || `Import of ${job.kind}`}
          back={{ to: at('/products/import'), name: 'Import' }}
          about={
            <>
              <State of={job.state} /> {inWords(job.kind.replace('-', ' '))}, begun {moment(job.created_at)}
            </>
          }
          acts={<Turns job={job} path={path} again={asked.again} />}
        >
          <Progress job={job} path={path} />
          <Verdicts job={job} path={path} />
        </Page>
      )}
    </Answered>
  );
};
