/** Runs the command line in this process, in folders that are gone when the tests are over. */
import { after } from 'node:test';
import { commands } from '../../src/commands/command-list.ts';
import { runCommand } from '../../src/commands/run-command.ts';
import { patience } from '../patience.ts';
import { dataFolder, type Ended, type Variables } from './run-cartwright.ts';

export const folderForNow = (): string => {
  const { folder, remove } = dataFolder();
  after(remove);
  return folder;
};

export const runHere = async (args: readonly string[], variables: Variables): Promise<Ended> => {
  let [out, err] = ['', ''];
  const streams = {
    print: (line: string) => void (out += `${line}\n`),
    complain: (line: string) => void (err += `${line}\n`),
  };
  return { code: await runCommand(commands, args, { ...patience, ...variables }, streams), out, err };
};
