/** Finds the command that a line of arguments names, runs it, and turns what it throws into words for a person. */
import type { Environment } from '../config.ts';
import { Refusal } from '../shared/errors.ts';
import { type Command, helpOf, readInput, UsageError, usageOf } from './command.ts';

export type Streams = { readonly print: (line: string) => void; readonly complain: (line: string) => void };

const overview = (commands: readonly Command[]): string =>
  [
    'Usage: cartwright COMMAND [options]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(20)} ${summary}`),
    '',
    'cartwright COMMAND --help says more. Settings come from the environment: docs/configuration.md.',
  ].join('\n');

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
  { print, complain }: Streams,
): Promise<number> => {
  const found = named(commands, args);
  if (found === undefined) {
    const asked = args[0] === undefined || ['help', '--help', '-h'].includes(args[0]);
    (asked ? print : complain)(asked ? overview(commands) : `No command '${args.join(' ')}'.\n\n${overview(commands)}`);
    return asked ? 0 : 2;
  }
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
