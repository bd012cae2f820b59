/** Process entry: hands the arguments and the environment to the command they name. */
import { commands } from './commands/command-list.ts';
import { runCommand } from './commands/run-command.ts';
import { readPlace } from './config.ts';

// `serve` listens for the launcher's end; the channel alone must not keep a finished command alive. That of a worker does,
// until it has served: it gets its port and its connections there.
if (readPlace(process.env) === undefined) process.channel?.unref();
process.exitCode = await runCommand(commands, process.argv.slice(2), process.env, {
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
});
