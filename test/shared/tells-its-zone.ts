/** Run by itself: what a kept time without a zone is here. */
import { keptTime } from '../../src/shared/clock.ts';

console.log(keptTime('19 Nov 2026 12:00'));
