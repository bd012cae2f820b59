/** A customer in the words of people. Pure. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';

/** What people call a customer: his name, or his id while that is all there is. */
export const nameOf = ({ first_name, last_name, user_id }: CustomerView): string =>
  `${first_name} ${last_name}`.trim() || user_id;

/** `+91 90000 10001`: a number of ten digits in two halves, any other as it was given. */
export const phoneOf = ({ country_code: code, phone }: CustomerView['phone_numbers'][number]): string =>
  `+${code} ${phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')}`;
