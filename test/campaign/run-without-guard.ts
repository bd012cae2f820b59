/** Loaded before everything of a process (`--import`): one source file is read without one guard, which the environment names. */
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { type Guard, withoutGuard } from './guards.ts';

const { guard, seen } = JSON.parse(process.env['CARTWRIGHT_TEST_GUARD'] ?? '{}') as {
  readonly guard?: Guard;
  readonly seen?: string;
};
if (guard !== undefined && seen !== undefined) {
  const url = new URL(`../../${guard.file}`, import.meta.url).href;
  registerHooks({
    load: (address, context, next) => {
      const loaded = next(address, context);
      if (address.split('?')[0] !== url || loaded.source === undefined || loaded.source === null) return loaded;
      const source = withoutGuard(Buffer.from(loaded.source as Uint8Array).toString('utf8'), guard);
      if (source === undefined) return loaded;
      appendFileSync(seen, 'taken away\n');
      return { ...loaded, source };
    },
  });
}
