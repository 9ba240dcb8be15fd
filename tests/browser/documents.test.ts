/**
 * The page of invoices and credit notes (docs/behaviour.md, "Invoices and credit notes"), from My Orders and by the
 * links of our emails.
 */
import { and, eq } from 'drizzle-orm';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { documents } from '#db/schema/index.ts';
import { documentPaths } from '#domain/documents/document-paths.ts';
import { longestDocuments } from '#domain/documents/testing/longest-documents.ts';
import { documentLink } from '#functions/documents/document-link.ts';
import { ship } from '../support/desk.ts';
import { creditNoteRow, invoiceRow } from '../support/documents.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { linkKey } from '../support/shop.ts';
import { partOf } from '../support/whole.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { openOrders } from './payment-steps.ts';
import { expectTextsInPlace } from './text-boxes.ts';
import { gone, see } from './visitor.ts';

const { shop, operator, newOrder, visit, visitAsGuest, visitAsShopper, test } = browserTest();

let notes = 0;

/** An order of a person with a name in Devanagari, handed over, of which something was given back. */
async function shippedOrder() {
  const person = await shop.person();
  const wanted = { [serum]: 2, [toner]: 1, 'morning-ritual-kit': 1 };
  const { _id: orderId } = await placed(person, wanted, { firstName: 'आशा', lastName: 'राव' });
  await ship(operator, orderId);
  notes += 1;
  await shop.db.write.insert(documents).values(creditNoteRow(orderId, notes));
  return { person, orderId, creditNote: `HRC/20-21/${notes}` };
}

test('opens from My Orders, is read, printed and downloaded', async () => {
  const { person, orderId, creditNote } = await shippedOrder();
  const { page } = await visitAsShopper({ person });
  await openOrders(page);
  expect(await page.getByRole('link', { name: creditNote }).getAttribute('href')).toBe(
    documentPaths.ofOrder(orderId, creditNote),
  );
  await page.getByRole('link', { name: 'Invoice' }).tap();
  const sheet = page.getByRole('article');
  await see(sheet.getByRole('heading', { name: 'Tax Invoice' }));
  await see(sheet.getByText('आशा राव'));
  await see(sheet.getByText('Contains: Purifying Cleanser, 150 ml'));
  await looksRight(page, 'invoice', { atBothWidths: true });

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).tap(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^HRT-\d\d-\d\d-\d{6}\.pdf$/);

  await page.emulateMedia({ media: 'print' });
  const printed = await page.pdf({ format: 'A5', preferCSSPageSize: false });
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(printed)), {
    mergePages: true,
  });
  expect(totalPages).toBe(1);
  expect(text).toMatch(/Place of supply\s*Karnataka \(29\)/);
  expect(text).not.toMatch(/Download PDF|Contact Us|HRC/);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: `Credit note ${creditNote}` }).tap();
  await see(sheet.getByRole('heading', { name: 'Credit Note' }));
  await see(sheet.getByText('A bottle arrived broken'));
  await see(page.getByRole('link', { name: /^Invoice HRT/ }));
  // Both are the same sheet: the invoice is checked as on a phone, the credit note as on a laptop.
  await page.setViewportSize({ width: 1280, height: 800 });
  await looksRight(page, 'credit note');
});

test('no text of the longest documents is over another one, on screen and on paper', async () => {
  const { _id: orderId } = await newOrder();
  // Both kinds, to another state and within the state.
  const rows = partOf(Object.values(longestDocuments), 4).map(({ kind, number: _, ...data }) => {
    notes += 1;
    const row = kind === 'invoice' ? invoiceRow(orderId, notes) : creditNoteRow(orderId, notes);
    return { ...row, data };
  });
  const { page } = await visitAsShopper({ person: operator, width: 1280 });
  for (const { number, ...row } of rows) {
    // An order has one invoice.
    const id = row.kind === 'invoice' ? (await newOrder())._id : orderId;
    await shop.db.write.insert(documents).values({ ...row, number, orderId: id });
    await page.goto(documentPaths.ofOrder(id, number));
    await see(page.getByRole('article'));
    for (const [media, width] of [
      ['screen', 1280],
      ['screen', 390],
      // A4 and A5 within their margins.
      ['print', 703],
      ['print', 468],
    ] as const) {
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 800 });
      await expectTextsInPlace(page, '.document', 1);
    }
    await page.emulateMedia({ media: 'screen' });
  }
});

test('opens by the link of the email without a session, and takes the link out of the address', async () => {
  const { orderId, creditNote } = await shippedOrder();
  const { page } = await visit(1280);
  await page.goto(`/invoice#${documentLink(linkKey, { id: orderId, linkVersion: 0 })}`);
  await see(page.getByRole('heading', { name: 'Tax Invoice' }));
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('link', { name: `Credit note ${creditNote}` }).click();
  await see(page.getByRole('heading', { name: 'Credit Note' }));
  await page.reload();
  await see(page.getByRole('heading', { name: 'Credit Note' }));
  expect(new URL(page.url()).hash).toBe('');
  await page.getByRole('link', { name: /^Invoice HRT/ }).click();
  await see(page.getByRole('heading', { name: 'Tax Invoice' }));

  // Another link in the same tab changes only the fragment.
  const other = await shippedOrder();
  const [{ number } = { number: '' }] = await shop.db.read
    .select({ number: documents.number })
    .from(documents)
    .where(and(eq(documents.orderId, other.orderId), eq(documents.kind, 'invoice')));
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    documentLink(linkKey, { id: other.orderId, linkVersion: 0 }),
  );
  await see(page.getByRole('article').getByText(number));
  expect(new URL(page.url()).hash).toBe('');
});

test('is gone when the details of the guest are removed from a shared phone', async () => {
  const guest = await newGuest(shop);
  const { orderId } = await guestOrder(guest);
  await ship(operator, orderId);
  const { page, expectFailure } = await visitAsGuest({ token: guest.token });
  await page.goto(`/invoice?order=${orderId}`);
  await see(page.getByText('Asha Rao'));
  expectFailure('/api/order/document', 401);
  // The browser has kept the page, and Back restores it.
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    localStorage.removeItem('guestToken');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await see(page.getByText('Sign in to see this document'));
  await gone(page.getByText('Asha Rao'));
});
