/** What a coupon is typed as: its code, or how all of its codes begin. */
type Coded = { readonly code?: string | null | undefined; readonly coupon_prefix?: string | null | undefined };

export const couponCode = ({ code, coupon_prefix: prefix }: Coded): string => code || (prefix ? `${prefix}…` : '');
