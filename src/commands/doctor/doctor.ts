/** `cartwright doctor`: looks at everything a node needs, changes nothing that matters, and says what to do. */
import type { Command } from '../command.ts';
import { databaseChecks } from './doctor-database.ts';
import type { Finding, Verdict } from './doctor-finding.ts';
import { machineChecks } from './doctor-machine.ts';
import { ConfigurationError, type Environment, readConfig, unknownVariables, withMeantVariable } from '../../config.ts';

const configurationFindings = (environment: Environment): readonly Finding[] => {
  const unknown = unknownVariables(environment);
  if (unknown.length === 0) return [{ what: 'configuration', verdict: 'ok', says: 'every setting can be used' }];
  return [
    {
      what: 'configuration',
      verdict: 'warn',
      says: `nobody reads ${unknown.map(withMeantVariable).join(', ')}`,
      advice: 'Compare the spelling with docs/configuration.md.',
    },
  ];
};

const examine = async (environment: Environment): Promise<readonly Finding[]> => {
  try {
    const config = readConfig(environment);
    return [...configurationFindings(environment), ...(await machineChecks(config)), ...(await databaseChecks(config))];
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((says) => ({
      what: 'configuration',
      verdict: 'fail',
      says,
      advice: 'Change it in the environment; docs/configuration.md lists every setting.',
    }));
  }
};

const marks: Readonly<Record<Verdict, string>> = { ok: '✓', warn: '!', fail: '✗' };

export const doctor: Command = {
  name: 'doctor',
  summary: 'check configuration, disk, clock, database and permissions',
  about: 'Prints one line for each check and, where something is wrong, what to do. Exits with 1 when a check fails.',
  options: {},
  run: async ({ environment, print }) => {
    const findings = await examine(environment);
    for (const { what, verdict, says, advice } of findings) {
      print(`${marks[verdict]} ${what}: ${says}`);
      if (advice !== undefined) print(`    ${advice}`);
    }
    const failed = findings.filter(({ verdict }) => verdict === 'fail').length;
    const warned = findings.filter(({ verdict }) => verdict === 'warn').length;
    if (failed + warned === 0) print('All is well.');
    else print(`${failed} to mend, ${warned} to look at.`);
    return failed === 0 ? 0 : 1;
  },
};
