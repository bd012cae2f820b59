/** Finds the command that a line of arguments names, runs it, and turns what it throws into words for a person. */
import { readFileSync } from 'node:fs';
import type { Environment } from '../config.ts';
import { Refusal } from '../shared/errors.ts';
import { type Command, helpOf, readInput, UsageError, usageOf } from './command.ts';
import { commandMeant, commandsOfGroup } from './command-names.ts';

export type Streams = { readonly print: (line: string) => void; readonly complain: (line: string) => void };

const list = (commands: readonly Command[]): readonly string[] =>
  commands.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`);

const overview = (commands: readonly Command[]): string =>
  [
    'Usage: cartwright COMMAND [options]',
    '',
    ...list(commands),
    '',
    'cartwright COMMAND --help says more, cartwright --version which one this is. From a clone: npx cartwright COMMAND.',
    'Settings come from the environment: docs/configuration.md.',
  ].join('\n');

const groupHelp = (group: string, commands: readonly Command[]): string =>
  [
    `Usage: cartwright ${group} COMMAND [options]`,
    '',
    ...list(commands),
    '',
    `cartwright ${commands[0]?.name ?? group} --help says more.`,
  ].join('\n');

const version = (): string => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return `cartwright ${(JSON.parse(manifest) as { version: string }).version} (Node ${process.versions.node})`;
};

const asksHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h';

/** What is answered without a command: help, a version, or a mistake that says what was probably meant. */
const withoutCommand = (commands: readonly Command[], args: readonly string[], streams: Streams): number => {
  const [first, second] = args;
  if (first === undefined || asksHelp(first)) {
    // `help orders export`, as well as `orders export --help`.
    if (second !== undefined) return withoutCommandNamed(commands, args.slice(1), streams);
    streams.print(overview(commands));
    return 0;
  }
  if (first === '--version' || first === '-V' || first === 'version') {
    streams.print(version());
    return 0;
  }
  return withoutCommandNamed(commands, args, streams);
};

const withoutCommandNamed = (commands: readonly Command[], args: readonly string[], streams: Streams): number => {
  const found = named(commands, args);
  const words = args.filter((word) => !asksHelp(word));
  const group = commandsOfGroup(commands, args[0] ?? '');
  if (found !== undefined) streams.print(helpOf(found[0]));
  else if (group.length > 0 && words.length === 1) streams.print(groupHelp(args[0] ?? '', group));
  else {
    const meant = commandMeant(commands, words);
    streams.complain(
      [
        `No command '${words.join(' ')}'.`,
        ...(meant === undefined ? [] : [`Did you mean '${meant}'?`]),
        ...(group.length > 0 ? ['', groupHelp(args[0] ?? '', group)] : ['cartwright --help lists the commands.']),
      ].join('\n'),
    );
    return 2;
  }
  return 0;
};

const named = (
  commands: readonly Command[],
  args: readonly string[],
): readonly [Command, readonly string[]] | undefined => {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ');
    const found = commands.find((command) => command.name === name);
    if (found) return [found, args.slice(length)];
  }
  return undefined;
};

export const runCommand = async (
  commands: readonly Command[],
  args: readonly string[],
  environment: Environment,
  streams: Streams,
): Promise<number> => {
  const { print, complain } = streams;
  const found = named(commands, args);
  if (found === undefined) return withoutCommand(commands, args, streams);
  const [command, rest] = found;
  if (rest.includes('--help') || rest.includes('-h')) {
    print(helpOf(command));
    return 0;
  }
  try {
    return (await command.run(readInput(command, rest, { environment, print }))) ?? 0;
  } catch (error) {
    complain(explained(error));
    if (!(error instanceof UsageError)) return 1;
    complain(`Usage: ${usageOf(command)}`);
    complain(`cartwright ${command.name} --help says more.`);
    return 2;
  }
};

/** The sentence first, what to change or what caused it after it; never a stack where there is a sentence. */
const explained = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const details = error instanceof Refusal ? (error.options.details ?? []) : [];
  const causes: string[] = [];
  for (let at: unknown = error.cause; at instanceof Error; at = at.cause) causes.push(`  because: ${at.message}`);
  const sentence = error.message || error.stack || error.name;
  return [sentence, ...details.map(({ field, message }) => `  ${field}: ${message}`), ...causes].join('\n');
};
