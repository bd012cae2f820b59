/** The zones of the demo shop: regions that some of its places belong to and some of its offers are for. */
export const demoZones = { metro: 1, south: 2 } as const;
