/** A user with a row in every table with personal data. rule: long - one row for each of these tables */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { verifiedUser } from './accounts.ts';
import { invoiceRow } from './documents.ts';
import { address, serum, toner } from './orders.ts';
import type { TestShop } from './shop.ts';

/** The written row, by table. */
type Rows = Record<string, Record<string, unknown>>;

const day = 24 * 60 * 60 * 1000;

/** Unique names, numbers and streets. @param n number of the user */
const traits = (n: number) => ({
  name: `Meera${n} Iyer${n}`,
  phone: `+9198765000${n}`,
  street: `${n}${n} Nandidurga Road`,
  other: `elsewhere-${n}@example.in`,
});

async function insert(
  db: Db,
  name: string,
  table: Parameters<Db['write']['insert']>[0],
  row: object,
  rows: Rows,
) {
  await db.write.insert(table).values(row);
  rows[name] = row as Rows[string];
}

/** Creates an account with a row in every table that holds personal data. @returns also the rows by table */
export async function personWithData(shop: TestShop, n: number) {
  const { name, phone, street, other } = traits(n);
  const person = await verifiedUser(shop, name);
  const { db } = shop;
  const { email } = person;
  const now = Date.now();
  const verified = { verifiedAt: now };
  const [user] = await db.write
    .update(schema.users)
    .set(verified)
    .where(eq(schema.users.email, email))
    .returning();
  if (!user) throw new Error('no account');
  const userId = user.id;
  const rows: Rows = { users: user };
  const put = (table: string, of: Parameters<typeof insert>[2], row: object) =>
    insert(db, table, of, row, rows);
  const [session] = await db.write
    .update(schema.sessions)
    .set({ device: `Chrome on Phone ${n}` })
    .where(eq(schema.sessions.userId, userId))
    .returning();
  rows.sessions = session as Rows[string];
  const orderId = randomUUID();
  const ticketId = randomUUID();
  const key = (what: string) => `${what}-${n}-${randomUUID()}`;
  const where = {
    ...address,
    firstName: `Meera${n}`,
    lastName: `Iyer${n}`,
    address: street,
    phone,
    email: other,
  };
  const { saveInfo, ...delivery } = where as typeof where & { saveInfo?: boolean };

  await put('devices', schema.devices, { userId, tokenHash: key('device'), createdAt: now, usedAt: now });
  await put('secondFactors', schema.secondFactors, {
    userId,
    secret: key('totp'),
    lastStep: 7,
    createdAt: now,
  });
  await put('recoveryCodes', schema.recoveryCodes, { userId, codeHash: key('recovery'), usedAt: now });
  await put('links', schema.links, {
    tokenHash: key('link'),
    userId,
    purpose: 'email',
    email: other,
    createdAt: now,
    expiresAt: now + 30 * day,
  });
  await put('addresses', schema.addresses, {
    id: key('address'),
    userId,
    address: delivery,
    hash: key('hash'),
    usedAt: now,
  });
  await put('customerNotes', schema.customerNotes, {
    id: key('note'),
    userId,
    at: now,
    actorId: key('operator'),
    text: `${name} calls before noon`,
  });
  await put('cartLines', schema.cartLines, { userId, productId: serum, quantity: n + 1, addedAt: now });
  await put('attempts', schema.attempts, {
    key: `changes:${userId}`,
    count: 1,
    blockedUntil: 0,
    expiresAt: now + 30 * day,
  });
  await put('orders', schema.orders, {
    purchaseId: orderId,
    id: orderId,
    reference: `ORD-10000${n}`,
    userId,
    status: 'Delivered',
    paid: true,
    paymentMethod: 'stripe',
    subtotal: 60_000,
    discount: 6_000,
    delivery: 0,
    total: 54_000,
    address: delivery,
    idempotencyKey: key('idempotency'),
    requestHash: key('request'),
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
    createdAt: now,
    askAt: null,
    confirmReason: 'large',
    confirmedAt: now,
    remindedAt: now,
    sample: false,
    undelivered: false,
    tags: [`meera${n}`],
    reserved: true,
  });
  await put('holds', schema.holds, {
    subject: key('subject'),
    orderId,
    units: 2,
    total: 54_000,
    at: now,
    until: now + day,
  });
  await put('orderLines', schema.orderLines, {
    orderId,
    position: 0,
    productId: serum,
    name: `Serum ${n}`,
    image: '/a.jpg',
    price: 60_000,
    quantity: 1,
    discount: 6_000,
    hsn: '330499',
    rate: 1800,
    unitCode: 'NOS',
  });
  rows.orderWords = { orderId, word: delivery.zipcode };
  await put('orderEvents', schema.orderEvents, {
    id: key('event'),
    orderId,
    at: now,
    actor: 'shopper',
    actorId: userId,
    kind: 'status',
    fromStatus: 'Shipped',
    toStatus: 'Delivered',
    reason: `It came to ${name}`,
    shown: true,
  });
  const to = { ...delivery, country: 'India' };
  await put('documents', schema.documents, invoiceRow(orderId, n, { address: to }));
  await put('payments', schema.payments, {
    orderId,
    method: 'stripe',
    amount: 54_000,
    paidAmount: 48_600,
    providerId: key('cs'),
    url: key('https://pay.example/'),
    paymentId: key('pi'),
    holdUntil: now,
    nextAskAt: now + 30 * day,
    asked: 1,
    origin: 'https://harita.example',
    network: key('network'),
  });
  await put('paymentEvents', schema.paymentEvents, {
    id: key('stripe:evt'),
    type: 'x',
    about: { kind: 'other' },
    receivedAt: now,
    handledAt: now,
    attempts: 1,
  });
  await put('disputes', schema.disputes, {
    id: key('stripe:dp'),
    orderId,
    method: 'stripe',
    paymentId: key('pi'),
    amount: 54_000,
    currency: 'INR',
    reason: 'fraudulent',
    status: 'lost',
    respondBy: now,
    openedAt: now,
    updatedAt: now,
  });
  await put('refunds', schema.refunds, {
    id: randomUUID(),
    orderId,
    paymentId: key('pi'),
    amount: 100,
    reason: 'returned',
    status: 'done',
    providerId: key('re'),
    confirmedBy: key('operator'),
    failure: `none of ${name}`,
    createdAt: now,
    doneAt: now,
    note: `Leaking, says ${name} of ${phone}`,
    transfer: 'upi',
    transferReference: key('utr'),
    proposedBy: key('operator'),
  });
  await put('reductions', schema.reductions, {
    id: key('reduction'),
    orderId,
    at: now,
    kind: 'cancelled',
    position: 0,
    productId: serum,
    name: `Serum ${n}`,
    quantity: 1,
    amount: 100,
    restocked: true,
    refundId: key('refund'),
  });
  await put('debits', schema.debits, {
    id: key('debit'),
    orderId,
    position: 0,
    name: `Serum ${n}`,
    at: now,
    amount: 100,
    inLine: true,
    takenFrom: orderId,
    refundId: key('refund'),
  });
  await put('remittances', schema.remittances, {
    id: key('remittance'),
    orderId,
    trackingId: `AWB${n}`,
    courier: 'DTDC',
    amount: 54_000,
    codFee: 2_000,
    freight: 5_000,
    chargeTax: 1_260,
    otherCharges: 100,
    day: '2026-11-27',
    utr: key('UTR'),
    at: now,
    confirmedBy: key('operator'),
  });
  await put('bankTransfers', schema.bankTransfers, {
    id: key('transfer'),
    orderId,
    amount: 54_000,
    utr: key('TRANSFER'),
    at: now,
    recordedBy: key('operator'),
  });
  const returnId = randomUUID();
  await put('returns', schema.returns, {
    id: returnId,
    orderId,
    number: n,
    status: 'Checked',
    method: 'pickup',
    payout: key('payout'),
    note: `Too rich for ${name}`,
    answer: `Thank you ${name}`,
    createdAt: now,
    decidedAt: now,
    sentAt: now,
    endedAt: now,
    refundId: key('refund'),
    exchangeOrderId: key('exchange'),
    postageRefundId: key('postage'),
  });
  await put('returnLines', schema.returnLines, {
    returnId,
    position: 0,
    quantity: 1,
    reason: 'damaged',
    exchangeFor: toner,
  });
  await put('reviews', schema.reviews, {
    id: key('review'),
    productId: serum,
    userId,
    name: `Meera${n} I.`,
    rating: 4,
    title: `Soft, ${name}`,
    comment: `Sinks in, ${name}`,
    verified: true,
    hidden: true,
    hiddenReason: `Why ${n}`,
    sample: false,
    createdAt: now,
    skinType: 'Dry Skin',
    ageBand: '25 to 34',
    climate: 'Mild',
    variant: 'Plum',
    weeks: n,
    received: 'free',
    buyAgain: true,
    editedAt: now,
    orderId,
    reply: `Thank you ${name}`,
    replyAt: now,
    hideReason: 'law',
    // After a day, the photos of a hidden review are deleted.
    hiddenAt: now + 30 * day,
    objection: `I object, ${name}`,
    objectionAt: now,
    decision: `No, ${name}`,
    decidedAt: now,
    reports: n,
    reportedAt: now,
    version: n,
    emailHash: null,
    waits: 'operator',
    screenedAt: now,
    photos: n,
    photosAt: now,
  });
  await put('photos', schema.photos, {
    id: randomUUID(),
    userId,
    returnId,
    reviewId: rows.reviews?.id,
    state: 'approved',
    decidedAt: now,
    type: 'image/webp',
    bytes: 1000 + n,
    width: 1600,
    height: 1200,
    createdAt: now,
  });
  await put('reviewReports', schema.reviewReports, {
    reviewId: rows.reviews?.id,
    addressHash: key('network'),
    reason: 'spam',
    text: 'x',
    createdAt: now,
  });
  await put('reviewOptOuts', schema.reviewOptOuts, { emailHash: key('hash'), createdAt: now });
  await put('tickets', schema.tickets, {
    id: ticketId,
    name,
    email,
    subject: `Late ${n}`,
    issueType: 'order',
    message: `Where is it? ${name}`,
    status: 'open',
    createdAt: now,
  });
  await put('ticketAnswers', schema.ticketAnswers, {
    id: key('answer'),
    ticketId,
    at: now,
    actorId: key('operator'),
    message: `Soon, ${name}`,
  });
  await put('subscribers', schema.subscribers, {
    email,
    createdAt: now,
    token: key('token'),
    unsubscribedAt: now,
    askedAt: now,
    mailbox: key('mailbox'),
  });
  await put('coupons', schema.coupons, {
    code: `CODE${n}`,
    percent: 10,
    minSubtotal: 49_900,
    email,
    validUntil: now,
    maxUses: 1,
    uses: 1,
    createdAt: now,
    maxUsesPerCustomer: 1,
    countedAs: null,
    listed: false,
  });
  await put('couponUses', schema.couponUses, {
    orderId,
    code: `CODE${n}`,
    customer: `email:${email}`,
    maxUses: 1,
  });
  await put('outbox', schema.outbox, {
    id: randomUUID(),
    cause: `order_paid:${orderId}`,
    recipient: email,
    letter: null,
    status: 'sent',
    limited: false,
    stranger: false,
    attempts: 1,
    nextTryAt: now,
    error: null,
    createdAt: now,
    sentAt: now,
  });
  await put('audit', schema.audit, {
    id: key('audit'),
    at: now,
    actorId: key('operator'),
    action: 'role',
    about: userId,
    detail: `for ${name}`,
  });
  await put('flags', schema.flags, {
    id: key('flag'),
    kind: 'refund_due',
    about: orderId,
    detail: `Call ${name}, ${email}`,
    createdAt: now,
    resolvedAt: now,
  });
  await put('stockChanges', schema.stockChanges, {
    id: key('stock'),
    productId: serum,
    at: now,
    change: 1,
    reason: 'returned',
    note: `Came back from ${name}`,
    actorId: null,
    orderId,
  });
  return { person, userId, rows, words: [userId, email, name, phone, street, other, `Meera${n}`] };
}
