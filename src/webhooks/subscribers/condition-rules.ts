/**
 * Conditions of filters. They are written as small functions, `(total) => total > 500 && total !== 999`, because that is how
 * receivers of this interface write them, but nothing is ever run as code: this is a grammar of its own, of comparisons with
 * constants, `&&`, `||`, `!`, parentheses and `[1, 2].includes(total)`. Everything else is refused where it is saved. Pure.
 */
export type Condition = (value: unknown) => boolean;

const LONGEST_CONDITION = 500;
const DEEPEST = 20;

type Token = { readonly kind: 'word' | 'number' | 'text' | 'sign' | 'end'; readonly text: string };
const TOKEN =
  /\s*(?:(=>|===|!==|==|!=|<=|>=|&&|\|\||[()[\],.<>!])|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?![\w.]))|([A-Za-z_$][\w$]*)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"))/y;

class Unreadable extends Error {}

const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = [];
  for (let at = 0; text.slice(at).trim() !== ''; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new Unreadable(`${JSON.stringify(text.slice(at).trim().slice(0, 20))} is not known`);
    const [, sign, number, word, quoted] = match;
    if (sign !== undefined) tokens.push({ kind: 'sign', text: sign });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word });
    else tokens.push({ kind: 'text', text: (quoted ?? '').slice(1, -1).replace(/\\(.)/g, '$1') });
  }
  return tokens;
};

const END: Token = { kind: 'end', text: 'the end' };
const constants: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

/** Orders only what has an order of its own: two numbers, or two texts. */
const ordered =
  (holds: (a: number | string, b: number | string) => boolean) =>
  (a: unknown, b: unknown): boolean =>
    (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')
      ? holds(a, b)
      : false;
const comparisons: ReadonlyMap<string, (a: unknown, b: unknown) => boolean> = new Map([
  ['===', (a: unknown, b: unknown) => a === b],
  ['==', (a: unknown, b: unknown) => a === b],
  ['!==', (a: unknown, b: unknown) => a !== b],
  ['!=', (a: unknown, b: unknown) => a !== b],
  ['<', ordered((a, b) => a < b)],
  ['<=', ordered((a, b) => a <= b)],
  ['>', ordered((a, b) => a > b)],
  ['>=', ordered((a, b) => a >= b)],
]);

type Operand = (value: unknown) => unknown;

/** Reads tokens from left to right; each function takes what it understands and leaves the rest. */
const parser = (tokens: readonly Token[]) => {
  let place = 0;
  let subject = '';
  const peek = (): Token => tokens[place] ?? END;
  const take = (): Token => {
    const token = peek();
    place += 1;
    return token;
  };
  const isSign = (text: string): boolean => peek().kind === 'sign' && peek().text === text;
  const accept = (text: string): boolean => {
    const found = isSign(text);
    if (found) place += 1;
    return found;
  };
  const expect = (text: string): void => {
    if (!accept(text)) throw new Unreadable(`${JSON.stringify(text)} is missing before ${JSON.stringify(peek().text)}`);
  };

  const constant = (): unknown => {
    const { kind, text } = take();
    if (kind === 'number') return Number(text);
    if (kind === 'text') return text;
    if (kind === 'word' && constants.has(text)) return constants.get(text);
    throw new Unreadable(`a number, a text, true, false or null is missing at ${JSON.stringify(text)}`);
  };
  const isSubject = (): boolean => peek().kind === 'word' && peek().text === subject;
  const takeSubject = (): void => {
    if (!isSubject()) throw new Unreadable(`${JSON.stringify(subject)} is missing at ${JSON.stringify(peek().text)}`);
    place += 1;
  };
  const operand = (): Operand => {
    if (isSubject()) {
      place += 1;
      return (value) => value;
    }
    const fixed = constant();
    return () => fixed;
  };

  const membership = (): Condition => {
    const list: unknown[] = [];
    while (!isSign(']')) {
      list.push(constant());
      if (!accept(',')) break;
    }
    expect(']');
    expect('.');
    if (take().text !== 'includes') throw new Unreadable('a list can only be asked by .includes(…)');
    expect('(');
    takeSubject();
    expect(')');
    return (value) => list.includes(value);
  };

  const comparison = (): Condition => {
    const left = operand();
    const holds = peek().kind === 'sign' ? comparisons.get(peek().text) : undefined;
    if (holds === undefined) return (value) => left(value) === true;
    place += 1;
    const right = operand();
    return (value) => holds(left(value), right(value));
  };

  const single = (depth: number): Condition => {
    if (depth > DEEPEST) throw new Unreadable('it is nested too deeply');
    if (accept('!')) {
      const inner = single(depth + 1);
      return (value) => !inner(value);
    }
    if (accept('(')) {
      const inner = either(depth + 1);
      expect(')');
      return inner;
    }
    return accept('[') ? membership() : comparison();
  };
  const both = (depth: number): Condition => {
    const parts = [single(depth)];
    while (accept('&&')) parts.push(single(depth));
    return (value) => parts.every((part) => part(value));
  };
  const either = (depth: number): Condition => {
    const parts = [both(depth)];
    while (accept('||')) parts.push(both(depth));
    return (value) => parts.some((part) => part(value));
  };

  const head = (): void => {
    const open = accept('(');
    const { kind, text } = take();
    if (kind !== 'word' || constants.has(text)) throw new Unreadable('it begins with a name, such as (value) => …');
    subject = text;
    if (open) expect(')');
    expect('=>');
  };
  return (): Condition => {
    head();
    const condition = either(0);
    if (peek() !== END) throw new Unreadable(`${JSON.stringify(peek().text)} cannot stand there`);
    return condition;
  };
};

/** The condition, or the sentence that says why it cannot be used. */
export const parseCondition = (text: string): Condition | string => {
  if (text.length > LONGEST_CONDITION) return `A condition has at most ${LONGEST_CONDITION} characters.`;
  try {
    return parser(tokensOf(text))();
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return `Write a comparison such as (value) => value === 5 || [7, 8].includes(value): ${error.message}.`;
  }
};
