/** What a command of the command line is, and how its arguments and its --help are made from that one description. */
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Environment } from '../config.ts';
import { ownEntry } from '../shared/own-entry.ts';

export type Option = {
  readonly type: 'string' | 'boolean';
  readonly meaning: string;
  /** Shown in --help after the name: `--name NAME`. */
  readonly shows?: string;
  readonly required?: true;
  readonly fallback?: string;
};
export type Input = {
  readonly environment: Environment;
  readonly words: readonly string[];
  readonly text: (option: string) => string;
  readonly flag: (option: string) => boolean;
  readonly print: (line: string) => void;
};
export type Command = {
  readonly name: string;
  readonly summary: string;
  /** A paragraph for --help: what it changes, what it prints, what to do next. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** The word after the command that it may take, e.g. FILE. */
  readonly word?: string;
  /** Returns the exit code; nothing means 0. */
  readonly run: (input: Input) => Promise<number | void>;
};

/** A mistake in how a command was called: shown as it is, with the usage line, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const label = (name: string, { type, shows }: Option): string =>
  type === 'boolean' ? `--${name}` : `--${name} ${shows ?? name.toUpperCase()}`;

export const usageOf = ({ name, options, word }: Command): string => {
  const parts = Object.entries(options).map(([option, described]) =>
    described.required ? label(option, described) : `[${label(option, described)}]`,
  );
  return ['cartwright', name, ...parts, ...(word === undefined ? [] : [`[${word}]`])].join(' ');
};

export const helpOf = (command: Command): string => {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const fallback = option.fallback === undefined ? '' : ` (default ${option.fallback})`;
    return `  ${label(name, option).padEnd(26)} ${option.meaning}${fallback}`;
  });
  return [`Usage: ${usageOf(command)}`, '', command.about, ...(rows.length > 0 ? ['', 'Options:', ...rows] : [])].join(
    '\n',
  );
};

/** Reads the words behind the command's name, or says in a sentence what is wrong with them. */
export const readInput = (
  command: Command,
  args: readonly string[],
  around: Pick<Input, 'environment' | 'print'>,
): Input => {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { type }]) => [name, { type }]),
  );
  const parsed = (() => {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    } catch (error) {
      throw new UsageError((error as Error).message);
    }
  })();
  const most = command.word === undefined ? 0 : 1;
  if (parsed.positionals.length > most) throw new UsageError(`Unexpected argument '${parsed.positionals[most]}'`);
  for (const [name, { required }] of Object.entries(command.options)) {
    if (required && !ownEntry(parsed.values, name)) throw new UsageError(`--${name} is missing`);
  }
  return {
    ...around,
    words: parsed.positionals,
    text: (option) => String(ownEntry(parsed.values, option) ?? ownEntry(command.options, option)?.fallback ?? ''),
    flag: (option) => ownEntry(parsed.values, option) === true,
  };
};
