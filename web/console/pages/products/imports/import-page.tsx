/** One import: how far it is, what became of each row, and its refused rows as a file to mend. */
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { ImportRows, ImportState, ImportView } from '../../../../../src/contract/catalog/import-contract.ts';
import { Notice } from '../../../../ui/states.tsx';
import { addressOf, change } from '../../../call.ts';
import { Act } from '../../../parts/act.tsx';
import { count, share } from '../../../parts/amounts.ts';
import { Answered, useRead } from '../../../parts/answered.tsx';
import type { Choices } from '../../../parts/field.tsx';
import { Filters, useFilters } from '../../../parts/filters.tsx';
import { type Column, Listing } from '../../../parts/listing.tsx';
import { Page, Panel, State } from '../../../parts/page.tsx';
import { moment } from '../../../parts/times.ts';
import { useWatched } from '../../../parts/watched.ts';
import { importsPath } from '../../../paths.ts';
import { at } from '../../../session.ts';
import { permittedKinds } from './permitted-kinds.ts';

type Verdict = Static<typeof ImportRows>['items'][number];
type Props = { readonly job: ImportView; readonly path: string; readonly again: () => void };

const open: ReadonlySet<ImportState> = new Set(['receiving', 'waiting', 'running']);

const choices: Choices = [
  ['all', 'All that were read'],
  ['refused', 'Refused'],
  ['warned', 'With a warning'],
];
const columns: readonly Column<Verdict>[] = [
  { name: 'Row', show: ({ line }) => count(line), isFigure: true },
  { name: 'Of', show: ({ key }) => key && <code>{key}</code> },
  { name: 'Became', show: ({ success }) => <State of={success ? 'accepted' : 'refused'} /> },
  { name: 'Field', show: ({ field }) => field },
  { name: 'Why', show: ({ message }) => message },
];

const Turns = ({ job, path, again }: Props) => {
  if (!permittedKinds.some(([kind]) => kind === job.kind)) return null;
  const turn = async (to: 'cancel' | 'resume', said: string): Promise<void> => {
    await change('POST', `${path}/${to}`, said);
    again();
  };
  if (open.has(job.state)) {
    return (
      <Act quiet ask="Cancel this import? Rows that are written stay." run={() => turn('cancel', 'Import cancelled')}>
        Cancel import
      </Act>
    );
  }
  return job.state === 'finished' ? null : <Act run={() => turn('resume', 'Import goes on')}>Go on</Act>;
};

const Progress = ({ job, path }: Pick<Props, 'job' | 'path'>) => (
  <Panel
    title="How far it is"
    acts={
      job.refused > 0 && (
        <a href={addressOf(`${path}/refused`)} download>
          Refused rows as a file
        </a>
      )
    }
  >
    <meter min={0} max={Math.max(job.bytes, 1)} value={job.bytes_read} aria-label="Read of the file">
      {share(job.bytes_read, job.bytes)}
    </meter>
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
      <Filters of={[{ key: 'verdict', name: 'Which', choices, unset }]} />
      <Listing<Verdict>
        key={job.state}
        label="Rows"
        path={`${path}/rows`}
        query={{ verdict }}
        columns={columns}
        empty={open.has(job.state) ? 'None was read yet.' : 'No row became this.'}
      />
    </Panel>
  );
};

export const ImportPage = () => {
  const { id = '' } = useRoute().params;
  const path = `${importsPath}/${encodeURIComponent(id)}`;
  const asked = useRead<ImportView>(path);
  useWatched(asked, asked.answer !== undefined && !open.has(asked.answer.state));
  return (
    <Answered asked={asked}>
      {(job) => (
        <Page
          title={job.file_name || `Import of ${job.kind}`}
          back={{ to: at('/products/import'), name: 'Import' }}
          about={
            <>
              <State of={job.state} /> {job.kind.replace('-', ' ')}, begun {moment(job.created_at)}
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
