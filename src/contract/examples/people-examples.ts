/** Examples of requests about clients, operators, roles, customers and what is known of them. */
import { exampleIds, type RequestExamples } from './example-ids.ts';

const client = {
  scopes: { type: 'custom', permissions: ['company/products/read'] },
  grants: ['client_credentials'],
  meta: { name: 'Stock keeper', description: 'Reads the catalogue', tags: ['stock'] },
  user_id: 'stock-keeper',
};
const person = { user_id: 'customer-173' };
const token = { grant_type: 'client_credentials' };
const until = { expires_at: '2036-01-31T12:00:00.000Z' };

export const peopleExamples: RequestExamples = {
  createOrganizationClient: client,
  changeOrganizationClient: { access_token_lifetime: 600 },
  updateOrganizationClientById: { meta: { ...client.meta, name: 'Stock reader' } },
  getTokenCompany: token,
  getTokenOrganization: token,
  getOfflineTokenCompany: token,
  getOfflineTokenOrganization: token,
  addClientSecret: until,
  changeClientSecret: until,
  addApplicationToken: until,
  addApplication: { name: 'Web shop', currency: 'EUR', country: 'DE' },
  changeOrganization: { name: 'Example Retail' },
  addCompany: { name: 'Example Retail' },
  changeCompany: { name: 'Example Retail' },
  changeDemoShoppers: { is_on: true },
  addOrganization: {
    name: 'Example Retail',
    company_name: 'Example Retail Ltd',
    owner: { email: 'owner@retail.example' },
  },
  acceptInvitation: { token: exampleIds.invitation, password: 'correct horse battery', name: 'Jane' },
  inviteOperator: { email: 'jane@example.com', name: 'Jane', role: 'support' },
  changeOperator: { role: 'support' },
  addRole: { name: 'warehouse', description: 'Sends parcels', permissions: ['company/orders/*'] },
  changeRole: { permissions: ['company/orders/*', 'company/inventory/*'] },
  changeProfile: { name: 'Jane' },
  changePassword: { password: 'correct horse battery' },
  saveCustomer: {
    ...person,
    first_name: 'Mira',
    last_name: 'Rao',
    emails: [{ email: 'mira@example.com', primary: true, verified: true }],
    groups: ['members'],
  },
  saveCustomerCard: { mode: 'CARD', network: 'VISA', type: 'credit', iin: '411111' },
  erasePerson: person,
};
