/**
 * Loaded before every test file, and before `node:test`, which follows every promise from its making to its end by a hook, to know
 * in which test it was made: about a fifth of the work of tests that call a shop (decision 28). What Node keeps for every call
 * anyway (AsyncLocalStorage) knows it as well. Only `node:test` is given these; for everybody else all is as it was.
 */
import hooks, { AsyncLocalStorage, AsyncResource, executionAsyncId, type HookCallbacks } from 'node:async_hooks';

const running = new AsyncLocalStorage<AsyncResource>();
let tell: HookCallbacks['init'];

/** A test, a suite or a hook of one. */
class TestResource extends AsyncResource {
  constructor(...given: ConstructorParameters<typeof AsyncResource>) {
    super(...given);
    tell?.(this.asyncId(), given[0], this.triggerAsyncId(), this);
  }
  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    of: This,
    ...args: unknown[]
  ): Result {
    return super.runInAsyncScope(() => running.run(this, () => Reflect.apply(run, of, args)));
  }
}

const { createHook } = hooks;
Object.assign(hooks, {
  AsyncResource: TestResource,
  executionAsyncId: () => running.getStore()?.asyncId() ?? executionAsyncId(),
  createHook: (callbacks: HookCallbacks) => {
    tell = (...given) => callbacks.init?.(...given);
    const hook = { enable: () => hook, disable: () => hook };
    return hook;
  },
});
await import('node:test');
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
