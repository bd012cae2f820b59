// Which line of which source file a line of the kept program is, for the traces of errors. Node's own source maps would hold
// the loop for a third of a second at the first error that is logged.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const valueOf = new Map(digits.split('').map((digit, value) => [digit.charCodeAt(0), value]));
const LINES_AT_MOST = 100_000;

/** The numbers of a segment of a source map: each the difference to the one before it. */
const numbersOf = (segment) => {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (let at = 0; at < segment.length; at += 1) {
    const digit = valueOf.get(segment.charCodeAt(at));
    value += (digit & 31) << shift;
    shift += 5;
    if (digit >= 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
};

/** For each line of the program the file and line it begins with, as one number; 0 for lines of packages. */
export const lineTable = ({ sources, mappings }, ours) => {
  let [source, line] = [0, 0];
  const at = mappings.split(';').map((segments) => {
    let first;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [, sourceStep = 0, lineStep = 0] = numbersOf(segment);
      source += sourceStep;
      line += lineStep;
      first ??= sources[source].startsWith(ours) ? source * LINES_AT_MOST + line + 1 : 0;
    }
    return first ?? 0;
  });
  return { sources, at };
};

/** Of a program that another start has replaced meanwhile: its table is gone, and to say where something failed must not fail. */
const unknownLines = { sources: [], at: [] };
const readTable = (lines) => {
  try {
    return JSON.parse(readFileSync(lines, 'utf8'));
  } catch {
    return unknownLines;
  }
};

/** From now on, traces name the sources. The table is read when it is first needed. */
export const traceSources = ({ program, lines, root }) => {
  const [place, base] = [pathToFileURL(program).href, pathToFileURL(root).href];
  let table;
  const sourceOf = (line) => {
    table ??= readTable(lines);
    const found = table.at[line - 1];
    return found ? `${base}${table.sources[Math.floor(found / LINES_AT_MOST)]}:${found % LINES_AT_MOST}` : undefined;
  };
  const traced = (site) => {
    const text = String(site);
    const at = text.indexOf(place);
    if (at < 0) return text;
    const [, line, column] = text.slice(at + place.length).split(/[:)]/);
    return text.replace(`${place}:${line}:${column}`, sourceOf(Number(line)) ?? `${place}:${line}:${column}`);
  };
  Error.prepareStackTrace = (error, sites) => [error, ...sites.map((site) => `    at ${traced(site)}`)].join('\n');
};
