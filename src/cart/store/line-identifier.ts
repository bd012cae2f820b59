import type { RandomBytes } from '../../shared/identifiers.ts';

/** 22 characters that are safe in addresses; a line keeps its identifier for life. */
export const lineIdentifier = (random: RandomBytes) => (): string => Buffer.from(random(16)).toString('base64url');
