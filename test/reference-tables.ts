/** Tables of the docs that are made from the code: which page, and which rows. `npm run docs` writes them, a test compares. */
import { settings } from '../src/config.ts';
import { QuotaSettings } from '../src/contract/applications/quota-settings-contract.ts';
import { personalData } from '../src/privacy/personal-data.ts';
import { errorTable } from '../src/shared/error-table.ts';

export type ReferenceTable = { readonly page: string; readonly rows: () => readonly (readonly string[])[] };
/** A setting's schema, as far as its page shows it. */
type Described = { readonly [keyword: string]: unknown };
const becomes = { go: 'goes', stay: 'stays without him', none: 'stays' } as const;
const code = (word: string): string => `\`${word}\``;

export const referenceTables: readonly ReferenceTable[] = [
  {
    page: 'docs/configuration.md',
    rows: () =>
      Object.values(settings).map(({ variable, fallback, meaning }) => [
        code(variable),
        fallback === undefined ? 'none' : code(fallback),
        meaning,
      ]),
  },
  {
    page: 'docs/behaviour/quotas.md',
    rows: () =>
      Object.entries<object>(QuotaSettings.properties).map(([name, schema]) => {
        const { default: usual, description } = schema as Described;
        return [code(name), Number(usual).toLocaleString('en'), String(description)];
      }),
  },
  {
    page: 'docs/errors.md',
    rows: () => Object.entries(errorTable).map(([name, { status, message }]) => [code(name), String(status), message]),
  },
  {
    page: 'docs/operations/personal-data.md',
    rows: () =>
      [...personalData]
        .filter(([, { holds }]) => holds !== 'Nobody.')
        .map(([name, { holds, rows, keeps = '' }]) => [code(name), holds, becomes[rows ?? 'none'], keeps]),
  },
];

const isRow = (line: string): boolean => line.startsWith('| `');
const written = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The page with the rows of its table replaced. */
export const withRows = (text: string, rows: readonly (readonly string[])[]): string => {
  const lines = text.split('\n');
  const rest = lines.filter((line) => !isRow(line));
  const at = rest.findIndex((line) => line.startsWith('|---')) + 1;
  return [...rest.slice(0, at), ...rows.map(written), ...rest.slice(at)].join('\n');
};
