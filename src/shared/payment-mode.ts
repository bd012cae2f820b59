/** A mode of payment has one spelling here, so that no fee and no condition is escaped by another. */
export const paymentMode = (given: string): string => given.toUpperCase();
