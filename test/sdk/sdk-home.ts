/** Where the SDK's customer lives, in all words that it has for it. */
export const home = {
  name: 'Asha',
  address: '1 Sea Road',
  area_code: '400001',
  area: 'Fort',
  city: 'Mumbai',
  state: 'Maharashtra',
  country: 'India',
  country_iso_code: 'IN',
  phone: '9999999999',
  address_type: 'home',
};
