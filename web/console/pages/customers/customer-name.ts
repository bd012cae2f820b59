import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';

/** What people call a customer: his name, or his id while that is all there is. */
export const nameOf = ({ first_name, last_name, user_id }: CustomerView): string =>
  `${first_name} ${last_name}`.trim() || user_id;
