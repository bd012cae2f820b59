/**
 * Tests mutants in one process: the test files are loaded once, the mutant is switched on, and the tests that reach it run until
 * one fails. A process for each of thousands of mutants would take hours.
 *
 * A mutant in code that runs while modules load, or in a file that keeps something between calls, gets a module graph of its own.
 * An endless loop is ended from outside: Stryker kills the process after its timeout.
 */
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTRUMENTER_CONSTANTS, type InstrumenterContext, type MutantCoverage } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  determineHitLimitReached,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import { configureGlobal, readConfigureGlobal } from 'fast-check';
import { type CollectedTest, replaceNodeTest, takeCollected } from '../collected-tests.ts';
import { mutationTests } from './mutation-tests.ts';

/** Keeps offsets of zones between calls. */
const keepsState = /\/src\/shared\/time-zone\.ts$/;
/** Cases of each law; enough to kill, few enough to do it thousands of times. */
const lawRuns = '30';

/** What mutated code looks at: which mutant is on, and where to count who reached it. */
const stryker = ((globalThis as Record<string, unknown>)[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {}) as {
  -readonly [name in keyof InstrumenterContext]: InstrumenterContext[name] | undefined;
};
let graph = 0;

/** Gives every module of the project the number of its graph. */
const numberGraphs = (): void => {
  const ours = pathToFileURL(`${process.cwd()}/`).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      const isOurs = found.url.startsWith(ours) && !found.url.includes('/node_modules/');
      return graph > 0 && isOurs ? { ...found, url: `${found.url}?graph=${graph}` } : found;
    },
  });
};

const loadTests = async (): Promise<readonly CollectedTest[]> => {
  takeCollected();
  for (const file of mutationTests()) {
    await import(pathToFileURL(resolve(file)).href);
  }
  return takeCollected();
};

const runTest = async ({ id, file, line, run }: CollectedTest): Promise<TestResult> => {
  const begun = performance.now();
  const told = { id, name: id, fileName: file, startPosition: { line: line - 1, column: 0 } };
  try {
    await run();
    return { ...told, status: TestStatus.Success, timeSpentMs: performance.now() - begun };
  } catch (error) {
    const failureMessage = error instanceof Error ? error.message : String(error);
    return { ...told, status: TestStatus.Failed, failureMessage, timeSpentMs: performance.now() - begun };
  }
};

const untilOneFails = async (tests: readonly CollectedTest[]): Promise<TestResult[]> => {
  const results: TestResult[] = [];
  for (const test of tests) {
    const result = await runTest(test);
    results.push(result);
    if (result.status === TestStatus.Failed) break;
  }
  return results;
};

const inProcess = (): TestRunner => {
  let usual: readonly CollectedTest[] | undefined;

  /** Called with the mutant switched on, so that what runs while loading is mutated too. */
  const inOwnGraph = async (): Promise<readonly CollectedTest[]> => {
    graph += 1;
    return loadTests();
  };

  const testsFor = async (options: MutantRunOptions): Promise<readonly CollectedTest[]> => {
    usual ??= await loadTests();
    stryker.activeMutant = options.activeMutant.id;
    const alone = options.mutantActivation === 'static' || keepsState.test(options.sandboxFileName);
    const all = alone ? await inOwnGraph() : usual;
    const wanted = options.testFilter === undefined ? undefined : new Set(options.testFilter);
    return wanted === undefined ? all : all.filter(({ id }) => wanted.has(id));
  };

  const mutantRun = async (options: MutantRunOptions): Promise<MutantRunResult> => {
    stryker.hitCount = options.hitLimit === undefined ? undefined : 0;
    stryker.hitLimit = options.hitLimit;
    try {
      const tests = await untilOneFails(await testsFor(options));
      const endless = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
      return toMutantRunResult(endless ?? { status: DryRunStatus.Complete, tests });
    } catch (error) {
      // The tests could not even be loaded, which fails every one of them.
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    } finally {
      stryker.activeMutant = undefined;
    }
  };

  return {
    capabilities: () => ({ reloadEnvironment: true }),

    async init() {
      process.env.CARTWRIGHT_LAW_RUNS ??= lawRuns;
      replaceNodeTest();
      numberGraphs();
      await import(pathToFileURL(resolve('test/fixed-seed.ts')).href);
      configureGlobal({ ...readConfigureGlobal(), endOnFailure: true });
    },

    async dryRun() {
      usual = await loadTests();
      const tests: TestResult[] = [];
      for (const test of usual) {
        stryker.currentTestId = test.id;
        tests.push(await runTest(test));
      }
      stryker.currentTestId = undefined;
      const mutantCoverage: MutantCoverage = stryker.mutantCoverage ?? { static: {}, perTest: {} };
      return { status: DryRunStatus.Complete, tests, mutantCoverage };
    },

    mutantRun,
  };
};

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'in-process', inProcess)];
