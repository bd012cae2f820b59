/** The way to a customer, by the name people know him by: answers name him by his id. */
import type { CustomerView } from '../../../src/contract/customers/customer-contract.ts';
import { useAnswer } from '../../ui/use-answer.ts';
import { read } from '../call.ts';
import { nameOf } from '../pages/customers/customer-name.ts';
import { customersPath } from '../paths.ts';
import { at, may, shop } from '../session.ts';

export const CustomerLink = ({ id }: { readonly id: string }) => {
  const path = `${customersPath}/${encodeURIComponent(id)}`;
  // Who may not look at customers, and who is no longer kept, has an id and no name.
  const { answer } = useAnswer(`${shop.value.id} ${path} name`, async () =>
    may('app/customers/read') ? nameOf(await read<CustomerView>(path)) : id,
  );
  return <a href={at(`/customers/${encodeURIComponent(id)}`)}>{answer ?? id}</a>;
};
