/** What an event says about the browser it happened in. */
import type { EventContext } from '../../src/contract/events/event-contract.ts';
import { systemOf } from './operating-system.ts';

const library = { name: 'cartwright-emitter', version: '1' };

export const browserContext = (): EventContext => {
  const { userAgent, language: locale } = navigator;
  const { width, height } = screen;
  return {
    library,
    os: systemOf(userAgent),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen: { width, height },
    userAgent,
    locale,
    device: { isMobile: /Mobi/.test(userAgent) },
  };
};
