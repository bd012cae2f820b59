/** The operating system that a browser says it runs on. Pure. */
import type { EventContext } from '../../src/contract/events/event-contract.ts';

/** An Android says that it is a Linux, too, and an iPhone that it is like a Mac; what stands first counts. */
const system = /(Windows|Android|iP|Mac|CrOS|Linux(?!; A))(?:[^\d)]* ([\d._]+))?/;

export const systemOf = (userAgent: string): EventContext['os'] => {
  const [, name = '', version = ''] = system.exec(userAgent) ?? [];
  return { name: name.replace('iP', 'iOS').replace('Mac', 'macOS'), version: version.replaceAll('_', '.') };
};
