/** The whole list as a file, by the filters it is shown with: had page by page, so that one sees how far it is and can stop. */
import { useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../../ui/states.tsx';
import { csvOf } from './csv-rules.ts';

/** A page of rows, and where the next one is; undefined after the last. */
export type ReadPage = (
  place: string | undefined,
) => Promise<{ readonly rows: readonly unknown[]; readonly next: string | undefined }>;

/** More than a page can hold, and than a spreadsheet opens with ease. */
const MOST_ROWS = 50_000;

const download = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};

export const CsvButton = ({ label, readPage }: { readonly label: string; readonly readPage: ReadPage }) => {
  const isStopped = useRef(false);
  const [had, setHad] = useState<number | undefined>();
  const [told, setTold] = useState('');
  const gather = async (): Promise<void> => {
    const rows: unknown[] = [];
    let next: string | undefined;
    do {
      const page = await readPage(next);
      rows.push(...page.rows);
      next = page.next;
      setHad(rows.length);
    } while (next !== undefined && rows.length < MOST_ROWS && !isStopped.current);
    if (isStopped.current) return;
    download(`${label.toLowerCase().replaceAll(/\W+/g, '-')}.csv`, csvOf(rows));
    if (next !== undefined) setTold(`The first ${rows.length.toLocaleString()} rows; narrow the list for the others.`);
  };
  const start = async (): Promise<void> => {
    isStopped.current = false;
    setTold('');
    setHad(0);
    try {
      await gather();
    } catch (error) {
      setTold(sentenceOf(error));
    } finally {
      setHad(undefined);
    }
  };
  if (had !== undefined) {
    return (
      <span class="soft">
        <span role="status">{had.toLocaleString()} rows …</span>{' '}
        <button type="button" class="text-button" onClick={() => (isStopped.current = true)}>
          Stop
        </button>
      </span>
    );
  }
  return (
    <>
      <button type="button" class="text-button" onClick={() => void start()}>
        Download CSV<span class="unseen"> of {label}</span>
      </button>
      {told !== '' && (
        <small class="warn" role="alert">
          {told}
        </small>
      )}
    </>
  );
};
