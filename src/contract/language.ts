/** Languages in which sentences of the service are made. */
export const languages = ['en', 'hi', 'de'] as const;
export type Language = (typeof languages)[number];
