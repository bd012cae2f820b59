/**
 * Finds patterns that take time with the square of a text, or worse: of every pattern of the source it draws texts that begin to
 * fit again and again and never do, and compares the work for one length with that for four times as much. What is compared
 * is CPU time of this thread for the same pattern, so that neither machine nor load matters.
 */
export type Pattern = { readonly where: string; readonly source: string; readonly flags: string };

const START = /[(,=:[!&|?{};+]\s*$|\breturn\s*$|=>\s*$|^\s*$/;
const LITERAL = /\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/y;

const isPattern = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false; // two strokes in a text
  }
};

/** Every pattern that is written out in a source. */
export const patternsOf = (file: string, text: string): readonly Pattern[] =>
  text.split('\n').flatMap((line, number) => {
    const found: Pattern[] = [];
    if (/^\s*(\*|\/\*|\/\/)/.test(line)) return found;
    for (let at = line.indexOf('/'); at >= 0; at = line.indexOf('/', at + 1)) {
      LITERAL.lastIndex = at;
      const [whole, source = '', flags = ''] = (START.test(line.slice(0, at)) ? LITERAL.exec(line) : null) ?? [];
      if (whole === undefined || !isPattern(source, flags)) continue;
      found.push({ where: `${file}:${number + 1}`, source, flags });
      at += whole.length - 1;
    }
    return found;
  });

/** Letters of any kind of text, and what a pattern itself names. */
const everywhere = ['a', '0', ' ', '-', '.'];
const lettersOf = (source: string): readonly string[] => [
  ...new Set([...everywhere, ...source.replaceAll(/\\[a-zA-Z]|[\\()[\]{}|^$?*+]/g, '').split('')]),
];
const wordsOf = (source: string): readonly string[] => source.match(/[A-Za-z0-9@:/"'=&% ]{2,}/g) ?? [];

const MOST_LETTERS = 11;
const beginningsOf = (source: string): readonly string[] => {
  const letters = lettersOf(source).slice(0, MOST_LETTERS);
  const words = wordsOf(source).slice(0, 6);
  const pairs = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const spoken = words.flatMap((word) => [word, ...letters.map((letter) => `${word}${letter}`), `${word}aaaaaaaa-`]);
  return [...new Set([...letters, ...pairs.filter(([a, b]) => a !== b), ...spoken])];
};

const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
};

/** What grows without measure is seen in a text that is short enough for it to end. */
const TINY = 22;
const SHORT = 4_000;
/** A pattern that looks at each letter once is through with `SHORT` of them in a hundredth of this. */
const SUSPICIOUS_MS = 1;
const TRIES = 7;

const textOf = (beginning: string, length: number): string =>
  `${beginning.repeat(Math.ceil(length / beginning.length))}\u0000`;

/** Four times the text is four times the work of a linear pattern and sixteen times that of a square one; eight is as far from both. */
const LONGER = 4;
const TOO_MUCH = 8;

/** A beginning with which the work grows faster than the text. */
export const slowBeginning = ({ source, flags }: Pattern): string | undefined => {
  const pattern = new RegExp(source, flags);
  const taken = (beginning: string, length: number): number => {
    const text = textOf(beginning, length);
    return cpuMs(() => text.replace(pattern, ''));
  };
  /** In turns, so that whatever else the machine does befalls both lengths; the least of each counts. */
  const least = (beginning: string, lengths: readonly [number, number]): readonly [number, number] => {
    let [short, long] = [Infinity, Infinity];
    for (let turn = 0; turn < TRIES; turn += 1) {
      short = Math.min(short, taken(beginning, lengths[0]));
      long = Math.min(long, taken(beginning, lengths[1]));
    }
    return [short, long];
  };
  return beginningsOf(source).find((beginning) => {
    if (taken(beginning, TINY) > SUSPICIOUS_MS && least(beginning, [TINY, 1])[0] > SUSPICIOUS_MS) return true;
    if (taken(beginning, SHORT) < SUSPICIOUS_MS) return false;
    const [short, long] = least(beginning, [SHORT, LONGER * SHORT]);
    return short >= SUSPICIOUS_MS && long > TOO_MUCH * short;
  });
};
