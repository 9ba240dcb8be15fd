/** A user with a row in every table with personal data. */
import { randomUUID } from 'node:crypto';
import { eq, getTableColumns } from 'drizzle-orm';
import * as schema from '#db/schema/index.ts';
import { tables } from '#functions/accounts/personal-data.ts';
import { verifiedUser } from './accounts.ts';
import { day } from './clock.ts';
import { invoiceRow } from './documents.ts';
import { address, serum, toner } from './orders.ts';
import type { TestShop } from './shop.ts';

/** The written row, by table. */
type Rows = Record<string, Record<string, unknown>>;

/** Creates an account with a row in every table that holds personal data. @returns also the rows by table */
export async function personWithData(shop: TestShop, n: number) {
  // Unique names, numbers and streets.
  const name = `Meera${n} Iyer${n}`;
  const phone = `+9198765000${n}`;
  const street = `${n}${n} Nandidurga Road`;
  const other = `elsewhere-${n}@example.in`;
  const person = await verifiedUser(shop, name);
  const { db } = shop;
  const { email } = person;
  const now = Date.now();
  const [user] = await db.write
    .update(schema.users)
    .set({ verifiedAt: now })
    .where(eq(schema.users.email, email))
    .returning();
  if (!user) throw new Error('no account');
  const userId = user.id;
  const [session = {}] = await db.write
    .update(schema.sessions)
    .set({ device: `Chrome on Phone ${n}` })
    .where(eq(schema.sessions.userId, userId))
    .returning();
  const rows: Rows = { users: user, sessions: session };

  const [orderId, ticketId, returnId, reviewId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const known: Record<string, string> = {
    userId,
    orderId,
    ticketId,
    returnId,
    reviewId,
    email,
    productId: serum,
  };
  const text = (what: string) => `${what}-${n}-${randomUUID()}`;
  /** Inserts a row. A column without a value gets one of its own: a text, or this moment if it is a time. */
  async function put(table: keyof typeof tables, values: object) {
    const row: Record<string, unknown> = {};
    for (const [column, { dataType }] of Object.entries(getTableColumns(tables[table])))
      if (dataType === 'string') row[column] = known[column] ?? text(column);
      else if (dataType === 'number' && /^at$|At$|Until$/.test(column)) row[column] = now;
    rows[table] = { ...row, ...values };
    await db.write.insert(tables[table]).values(rows[table] as never);
  }

  const named = { firstName: `Meera${n}`, lastName: `Iyer${n}`, address: street, phone, email: other };
  const delivery = { ...address, ...named };
  const serumLine = { position: 0, name: `Serum ${n}` };
  const later = now + 30 * day;

  await put('devices', {});
  await put('secondFactors', { lastStep: 7 });
  await put('recoveryCodes', {});
  await put('links', { purpose: 'email', email: other, expiresAt: later });
  await put('addresses', { address: delivery });
  await put('customerNotes', { text: `${name} calls before noon` });
  await put('cartLines', { quantity: n + 1 });
  await put('wishes', {});
  await put('attempts', { key: `changes:${userId}`, count: 1, blockedUntil: 0, expiresAt: later });
  await put('orders', {
    purchaseId: orderId,
    id: orderId,
    reference: `ORD-10000${n}`,
    status: 'Delivered',
    paid: true,
    paymentMethod: 'stripe',
    subtotal: 60_000,
    discount: 6_000,
    delivery: 0,
    total: 54_000,
    address: delivery,
    trackingId: `AWB${n}`,
    courier: 'DTDC',
    couponCode: `CODE${n}`,
    couponMinimum: 49_900,
    promisedFrom: '2026-11-27',
    promisedTo: '2026-11-29',
    gstin: `29AAPFU0939F1Z${n}`,
    businessName: `Stores ${n}`,
    sez: true,
    registeredAddress: { ...delivery, address: `Registered street ${n}` },
    ewayBill: `12345678901${n}`,
    askAt: null,
    confirmReason: 'large',
    sample: false,
    undelivered: false,
    tags: [`meera${n}`],
    reserved: true,
  });
  await put('pastOrders', {
    number: `#100${n}`,
    total: 129_900,
    lines: [{ name: `Serum of ${name}`, quantity: 1, price: 'USD 12.50' }],
    imported: { from: 'Shopify orders', kept: { Shipping: `${n}.00` } },
  });
  await put('holds', { units: 2, total: 54_000, until: now + day });
  const tax = { hsn: '330499', rate: 1800, unitCode: 'NOS' };
  const price = { price: 60_000, quantity: 1, discount: 6_000 };
  await put('orderLines', { ...serumLine, image: '/a.jpg', ...price, ...tax });
  rows.orderWords = { orderId, word: delivery.zipcode };
  const move = { kind: 'status', fromStatus: 'Shipped', toStatus: 'Delivered', shown: true };
  await put('orderEvents', { actor: 'shopper', actorId: userId, ...move, reason: `It came to ${name}` });
  await put('documents', invoiceRow(orderId, n, { address: { ...delivery, country: 'India' } }));
  const paid = { method: 'stripe', amount: 54_000 };
  await put('payments', {
    ...paid,
    paidAmount: 48_600,
    nextAskAt: later,
    asked: 1,
    origin: 'https://harita.example',
  });
  await put('paymentEvents', { id: text('stripe:evt'), about: { kind: 'other' }, attempts: 1 });
  const lost = { currency: 'INR', reason: 'fraudulent', status: 'lost', respondBy: now };
  await put('disputes', { id: text('stripe:dp'), ...paid, ...lost });
  await put('refunds', {
    amount: 100,
    reason: 'returned',
    status: 'done',
    failure: `none of ${name}`,
    note: `Leaking, says ${name} of ${phone}`,
    transfer: 'upi',
    restOf: null,
    payout: null,
  });
  await put('reductions', { ...serumLine, kind: 'cancelled', quantity: 1, amount: 100, restocked: true });
  await put('debits', { ...serumLine, amount: 100, inLine: true, takenFrom: orderId });
  const charges = { amount: 54_000, codFee: 2_000, freight: 5_000, chargeTax: 1_260, otherCharges: 100 };
  await put('remittances', { ...charges, trackingId: `AWB${n}`, courier: 'DTDC', day: '2026-11-27' });
  await put('bankTransfers', { amount: 54_000 });
  const checked = { number: n, status: 'Checked', method: 'pickup' };
  const letters = { note: `Too rich for ${name}`, answer: `Thank you ${name}` };
  await put('returns', { id: returnId, ...checked, ...letters });
  await put('returnLines', { position: 0, quantity: 1, reason: 'damaged', exchangeFor: toner });
  await put('reviews', {
    id: reviewId,
    name: `Meera${n} I.`,
    rating: 4,
    title: `Soft, ${name}`,
    comment: `Sinks in, ${name}`,
    verified: true,
    hidden: true,
    hiddenReason: `Why ${n}`,
    sample: false,
    skinType: 'Dry Skin',
    ageBand: '25 to 34',
    climate: 'Mild',
    variant: 'Plum',
    weeks: n,
    received: 'free',
    buyAgain: true,
    reply: `Thank you ${name}`,
    hideReason: 'law',
    // After a day, the photos of a hidden review are deleted.
    hiddenAt: later,
    objection: `I object, ${name}`,
    decision: `No, ${name}`,
    reports: n,
    version: n,
    emailHash: null,
    waits: 'operator',
    photos: n,
    imported: { from: 'Judge.me', kept: { source: `email ${n}` } },
  });
  const file = { type: 'image/webp', bytes: 1000 + n, width: 1600, height: 1200 };
  await put('photos', { state: 'approved', ...file });
  await put('reviewReports', { reason: 'spam' });
  await put('reviewOptOuts', {});
  const question = { subject: `Late ${n}`, issueType: 'order', message: `Where is it? ${name}` };
  await put('tickets', { id: ticketId, name, ...question, status: 'open' });
  await put('ticketAnswers', { message: `Soon, ${name}` });
  const earlier = { from: 'Klaviyo', kept: { Source: `Form ${n}` } };
  await put('subscribers', { imported: earlier });
  await put('stockAlerts', {});
  const ten = { percent: 10, minSubtotal: 49_900, maxUses: 1, uses: 1, maxUsesPerCustomer: 1 };
  await put('coupons', { code: `CODE${n}`, ...ten, countedAs: null, listed: false, imported: earlier });
  await put('couponUses', { code: `CODE${n}`, customer: `email:${email}`, maxUses: 1 });
  await put('outbox', {
    cause: `order_paid:${orderId}`,
    recipient: email,
    content: null,
    status: 'sent',
    limited: false,
    stranger: false,
    attempts: 1,
    error: null,
  });
  await put('audit', { action: 'role', about: userId, detail: `for ${name}` });
  await put('flags', { kind: 'refund_due', about: orderId, detail: `Call ${name}, ${email}` });
  const cameBack = { change: 1, reason: 'returned', note: `Came back from ${name}`, actorId: null };
  await put('stockChanges', cameBack);
  await put('catalogueChanges', { fields: [], state: 'written', attempts: 1 });
  return { person, userId, rows, words: [userId, email, name, phone, street, other, `Meera${n}`] };
}
