/** Whole journeys through the demo shop, from the first product to the order and out of it again. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { violations } from './axe-violations.ts';
import { skipBrowser } from './browser.ts';
import { addTee, cartLink, heading, openShopPages, TEE, typeAddress } from './shop-pages.ts';

const place = (page: Page) => page.getByRole('button', { name: /^Place order/ });
/** The way of paying was taken: its fee is among the rows. */
const payOnDelivery = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: /^Pay on delivery/ }).click();
  await page.locator('.breakup [data-row="cod_charge"]').waitFor();
};

describe('journeys', { skip: skipBrowser }, () => {
  const { withPage, staff } = openShopPages();

  test('a guest buys, is told at each step what is missing, finds the order again and cancels it', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await cartLink(page).click();
      await page.getByRole('link', { name: 'Check out' }).click();
      await heading(page).filter({ hasText: 'Checkout' }).waitFor();
      await place(page).click();
      await page.locator('#step-where').getByText('Enter your delivery address first.').waitFor();
      await page.locator('#step-where:focus').waitFor();
      await page.getByRole('button', { name: 'Use this address' }).click();
      await page.getByText('Please fill this in.').nth(5).waitFor();
      assert.equal(await page.getByText('Please fill this in.').count(), 6);
      await typeAddress(page);
      await place(page).click();
      await page.locator('#step-payment').getByText('Choose how you pay.').waitFor();
      await page.getByRole('radio', { name: /^I pick it up/ }).click();
      await page.getByText('Pick up at').waitFor();
      await page.getByRole('radio', { name: /^Pay at the store/ }).waitFor();
      await page.getByRole('radio', { name: /^Bring it to me/ }).click();
      const charge = page.locator('.breakup [data-row="delivery_charge"] dd');
      await charge.getByText('₹99').waitFor();
      await page.getByRole('radio', { name: /^Express/ }).click();
      await charge.getByText('₹149').waitFor();
      await payOnDelivery(page);
      assert.match(await charge.innerText(), /^₹149/);
      assert.equal(await page.getByRole('radio', { name: /^Express/ }).isChecked(), true);
      await page.locator('.parcels').getByText('Harbour Crew Tee').waitFor();
      const shown = (await place(page).innerText()).replace(/^\D*/, '');
      await place(page).click();
      await page.getByText('Thank you. Your order is placed.').waitFor();
      assert.equal(await page.locator('.breakup [data-row="total"] dd').innerText(), `₹${shown}`);
      await page.getByRole('link', { name: 'Cart, empty' }).waitFor();
      // What was ordered is seen, and one click away.
      assert.ok(await page.evaluate<boolean>(`document.querySelector('.parcel-line img').decode().then(() => true)`));
      assert.deepEqual(await violations(page, 'the order'), []);
      await page.locator('.parcel-line').getByRole('link', { name: 'Harbour Crew Tee' }).click();
      await heading(page).filter({ hasText: 'Harbour Crew Tee' }).waitFor();
      await page.goBack();
      await page.getByRole('link', { name: 'Your orders' }).click();
      await page.getByRole('link', { name: /Harbour Crew Tee.*Placed/ }).click();
      await page.getByRole('button', { name: 'Cancel this order' }).click();
      await page.getByText('Cancel the whole order?', { exact: true }).waitFor();
      assert.equal(await page.getByText(/is given back/).count(), 0, 'nothing was paid');
      await page.getByRole('button', { name: 'Yes, cancel it' }).click();
      await page.getByText('This order was cancelled.').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Cancel this order' }).count(), 0);
      await page.getByRole('button', { name: 'Order this again' }).click();
      await page.getByRole('link', { name: 'Harbour Crew Tee' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('a guest cancels one of three, gets the others, sends one back and withdraws it, and sends it back again', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.goto('/checkout');
      await typeAddress(page);
      await page.goto('/cart');
      await page.getByRole('button', { name: 'One more' }).first().click();
      await page.getByRole('button', { name: 'One more' }).first().click();
      await page.getByRole('link', { name: 'Cart, 3 items' }).waitFor();
      await page.getByRole('link', { name: 'Check out' }).click();
      await payOnDelivery(page);
      await place(page).click();
      await page.getByText('Thank you. Your order is placed.').waitFor();
      const id = new URL(page.url()).searchParams.get('order_id') ?? '';
      await page.getByText(`Order number ${id}`).waitFor();
      const choose = async (title: string, why: string, button: string): Promise<void> => {
        await page.getByText(title, { exact: true }).click();
        await page.locator('.units[open]').getByRole('button', { name: 'One more' }).click();
        if (why !== '') await page.getByLabel('Why', { exact: true }).fill(why);
        await page.getByRole('button', { name: button }).click();
      };
      await choose('Cancel single items', '', 'Cancel these');
      await page.getByText('Given back so far').waitFor();
      assert.equal(await page.getByText('Send something back').count(), 0);
      const followed = 'https://carrier.example/BB-1024';
      const sent = { carrier: 'Blue Bird', tracking_number: 'BB-1024', tracking_url: followed };
      await staff('order', `/orders/${id}/parcels`, { reason: 'Packed', ...sent });
      await page.reload();
      await page.getByText('Blue Bird BB-1024').waitFor();
      assert.equal(await page.getByRole('link', { name: 'Follow the parcel' }).getAttribute('href'), followed);
      await staff('order', `/orders/${id}/deliver`, { reason: 'Handed over' });
      await page.reload();
      await page.getByText('Your order was delivered.').waitFor();
      assert.equal(await page.getByText(/^Arrives by/).count(), 0, 'what is there is promised no more');
      await page.getByText(/^Delivered on /).waitFor();
      await page.getByText('Note: “Handed over”').waitFor();
      await choose('Send something back', 'Too small', 'Ask to return');
      await page.getByRole('button', { name: 'Withdraw' }).click();
      await page.getByText('withdrawn').waitFor();
      await choose('Send something back', 'Too large', 'Ask to return');
      await page.getByText('Asked for', { exact: true }).waitFor();
      await staff('order', `/orders/${id}/returns/${id}-R2/approve`, { reason: 'Send it to us' });
      await staff('order', `/orders/${id}/returns/${id}-R2/receive`, { reason: 'It is here' });
      await page.reload();
      await page.getByText('arrived with us').waitFor();
      assert.deepEqual(await violations(page, 'an order with returns'), []);
      assert.deepEqual(complaints(), []);
    }));

  test('a customer brings a cart along, uses a coupon and points, orders, cancels, and has everything back', () =>
    withPage(async (page, complaints) => {
      const balances = async (): Promise<readonly string[]> => {
        await page.goto('/account/balances');
        await page.locator('.figure').first().waitFor();
        return page.locator('.figure').allInnerTexts();
      };
      await addTee(page);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Sign in as Asha' }).click();
      await page.getByText('1 item you chose before signing in came along into your cart.').waitFor();
      const had = await balances();
      await page.goto('/cart');
      await page.getByRole('button', { name: 'One more' }).first().click();
      await page.getByRole('link', { name: 'Cart, 2 items' }).waitFor();
      await page.getByRole('button', { name: 'Use it: WELCOME10' }).click();
      await page.locator('.coupon').getByText('WELCOME10').waitFor();
      // A second one goes beside it where the two go together, and says so where they do not.
      const type = async (code: string): Promise<void> => {
        await page.getByRole('textbox', { name: 'Add another coupon' }).fill(code);
        await page.getByRole('button', { name: 'Apply' }).click();
        await page.locator('.coupon').getByText(code, { exact: true }).waitFor();
      };
      await type('FIRST100');
      await page.locator('.coupon', { hasText: 'FIRST100' }).getByText('Not together with WELCOME10.').waitFor();
      await page.getByRole('button', { name: 'Remove FIRST100' }).click();
      await page.locator('.coupon', { hasText: 'FIRST100' }).waitFor({ state: 'detached' });
      await type('ONMRP5');
      await page
        .locator('.coupon', { hasText: 'ONMRP5' })
        .getByText(/^Coupon applied: ₹/)
        .waitFor();
      await page.getByRole('button', { name: 'Remove ONMRP5' }).click();
      await page.locator('.coupon', { hasText: 'ONMRP5' }).waitFor({ state: 'detached' });
      await page.getByText('Why this price').click();
      await page.locator('.why-steps').getByText('Coupon WELCOME10').waitFor();
      await page.getByText('The whole calculation').click();
      await page
        .locator('.sums-behind')
        .getByText(/^Price of the line \(Harbour Crew Tee, M\) is ₹/)
        .waitFor();
      await page.getByRole('link', { name: 'Check out' }).click();
      // What an offer credits later is told beside the total, not taken off it.
      await page.getByRole('radio', { name: /^UPI.*₹[\d.,]+ back as store credit/ }).click();
      await page.locator('.breakup [data-row="cashback"]', { hasText: 'As store credit' }).waitFor();
      await page.getByRole('checkbox', { name: /^Use points/ }).check();
      await page.locator('.breakup [data-row="platform_cash"]').waitFor();
      await page.getByRole('radio', { name: /Lantern Court/, checked: true }).waitFor({ state: 'attached' });
      // The gift card pays by itself what it can.
      await payOnDelivery(page);
      await place(page).click();
      await page.getByText('Thank you. Your order is placed.').waitFor();
      const order = page.url();
      const paid = await balances();
      assert.notDeepEqual(paid, had);
      await page.locator('.kept').getByText('−').first().waitFor();
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await page.getByRole('link', { name: /Harbour Crew Tee.*Placed/ }).click();
      await page.getByText('Cancel single items', { exact: true }).click();
      await page.locator('.units[open]').getByRole('button', { name: 'One more' }).click();
      await page.getByRole('button', { name: 'Cancel these' }).click();
      await page.getByText('Given back so far').waitFor();
      const less = await balances();
      assert.notDeepEqual(less, paid);
      assert.notDeepEqual(less, had);
      await page.goto(order);
      await page.getByRole('button', { name: 'Cancel this order' }).click();
      await page.getByRole('button', { name: 'Yes, cancel it' }).click();
      await page.getByText('This order was cancelled.').waitFor();
      assert.deepEqual(await balances(), had);
      assert.deepEqual(complaints(), []);
    }));

  test('an order is paid online: after a decline and a way back it still waits, and what fails for good is ordered again', () =>
    withPage(async (page, complaints) => {
      const orderOnline = async (): Promise<void> => {
        const taken = page.waitForResponse(/\/cart\/v1\.0\/payment(\?|$)/);
        // Nobody is credited whom the shop does not know.
        await page.getByRole('radio', { name: /^UPI.*back for customers who sign in/ }).click();
        await taken;
        await place(page).click();
        await heading(page).filter({ hasText: 'Demo payment' }).waitFor();
      };
      await addTee(page);
      await page.goto('/checkout');
      await typeAddress(page);
      await orderOnline();
      assert.equal(await page.locator('.breakup [data-row="cashback"]').count(), 0);
      await page.getByRole('button', { name: 'Try a declined payment' }).click();
      await page.getByText('The demo bank declined the payment.').waitFor();
      assert.deepEqual(await violations(page, '/demo-payment'), []);
      await page.getByRole('link', { name: 'Go back to the order without paying' }).click();
      await page.getByText('UPI, not paid').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Order this again' }).count(), 0);
      await page.getByRole('link', { name: 'Pay now' }).click();
      await page.getByRole('button', { name: /^Pay ₹/ }).click();
      await page.getByText('Thank you. Your order is placed.').waitFor();
      await page.getByText('UPI, paid').waitFor();
      await page.getByRole('button', { name: 'Order this again' }).click();
      await page.getByRole('link', { name: 'Check out' }).click();
      await orderOnline();
      await page.getByRole('button', { name: 'Try a failed payment' }).click();
      await page.getByText('The payment did not go through.').waitFor();
      await page.getByText('UPI, not paid').waitFor();
      assert.equal(await page.getByRole('link', { name: 'Pay now' }).count(), 0);
      await page.getByRole('button', { name: 'Order this again' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('one product is bought at once, and the cart beside it stays as it was', () =>
    withPage(async (page, complaints) => {
      await addTee(page);
      await page.goto('/product/breakfast-for-two-set');
      await page.getByRole('button', { name: 'Buy now' }).click();
      await heading(page).filter({ hasText: 'Checkout' }).waitFor();
      await page.locator('.parcels').getByText('Breakfast').first().waitFor();
      assert.equal(await page.locator('.parcels').getByText('Harbour Crew Tee').count(), 0);
      await page.getByRole('link', { name: 'Cart, 1 item' }).waitFor();
      assert.deepEqual(complaints(), []);
    }));

  test('more than there is is refused with what there is, and that is one click away', () =>
    withPage(async (page, complaints) => {
      await page.goto(TEE);
      await page.locator('.sizes label', { hasText: /^M$/ }).click();
      await page.getByLabel('Quantity').last().fill('90');
      await page.keyboard.press('Tab');
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await page.getByRole('button', { name: /^Add \d+ instead$/ }).click();
      await page
        .getByText(/^Added \d+ × Harbour Crew Tee, M\./)
        .first()
        .waitFor();
      assert.deepEqual(complaints(), []);
    }));
});
