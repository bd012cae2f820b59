/** Where the operations lie that the pages use; `{company}` and the like stand for the shop that is looked at. */
const company = (area: string, version = 'v1.0'): string => `/service/platform/${area}/${version}/company/{company}`;
const application = (area: string): string => `${company(area)}/application/{application}`;

export const ordersPath = company('order');
export const cartPath = application('cart');
export const rulesPath = `${cartPath}/custom_rule`;
export const catalogPath = company('catalog');
export const importsPath = `${catalogPath}/imports`;
export const templatesPath = `${catalogPath}/templates`;
export const customersPath = `${application('user')}/customers`;
export const segmentsPath = `${application('user')}/segments`;
export const balancePath = application('balance');
export const reportsPath = `${application('webhook')}/events`;
export const webhooksPath = company('webhook');
export const configurationPath = company('configuration');
export const applicationPath = application('configuration');
export const installationPath = '/service/platform/configuration/v1.0/installation';
export const peoplePath = '/service/platform/configuration/v1.0/organization/{organization}';
export const clientsPath = '/service/partner/authorization/v1.0/organization/{organization}/oauth/client';
