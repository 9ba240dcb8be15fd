/** A courier's status file (docs/behaviour.md, "Papers and shipping"). */
import { describe, expect, test } from 'vitest';
import { ImportRefused } from '#domain/import/problem.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { maxFileRows } from '#domain/shipping/shipping-constants.ts';
import { parcelState, planStatuses, readStatusFile } from './status-file.ts';

test.each([
  ['Delivered', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['Shipment Delivered', 'delivered'],
  ['Delivered to consignee', 'delivered'],
  ['Undelivered', 'undelivered'],
  ['UN-DELIVERED', 'undelivered'],
  ['Not delivered', 'undelivered'],
  ['Delivery attempt failed', 'undelivered'],
  ['NDR', 'undelivered'],
  ['RTO', 'other'],
  ['RTO - Received at Delhi Hub', 'other'],
  ['Returned to hub', 'other'],
  ['Returned to DC for reattempt', 'other'],
  ['Return request received', 'other'],
  ['Return completed', 'returned'],
  ['Returned back to the seller', 'returned'],
  ['RTO Delivered', 'returned'],
  ['RTO_DELIVERED', 'returned'],
  ['Returned to origin', 'returned'],
  ['Delivered to shipper', 'returned'],
  ['Returned', 'returned'],
  ['RTO Initiated', 'other'],
  ['RTO In Transit', 'other'],
  ['RTO Undelivered', 'other'],
  ['Returning to origin', 'other'],
  ['Out for Delivery', 'other'],
  ['To be delivered', 'other'],
  ['In Transit', 'other'],
  ['', 'other'],
])('%j is %s', (status, state) => expect(parcelState(status)).toBe(state));

describe('columns', () => {
  test.each([
    ['AWB No.', 'Current Status', 'Remarks'],
    ['Waybill', 'Status', 'NDR Reason'],
    ['Tracking ID', 'Shipment Status', 'Reason'],
    ['Consignment Number', 'STATUS', 'Last Remark'],
  ])('%s, %s, %s', (number, status, remark) =>
    expect(readStatusFile(`Date,${status},${number},${remark}\n1,Undelivered, em 1 ,"Door  locked"`)).toEqual(
      [{ raw: 'em 1', number: 'EM1', status: 'Undelivered', state: 'undelivered', remark: 'Door locked' }],
    ),
  );

  test.each([
    [
      'Order,Status\n1,Delivered',
      'The file has no column of tracking numbers, such as AWB. Its first line has: Order, Status.',
    ],
    ['AWB,City\n1,Pune', 'The file has no column named Status. Its first line has: AWB, City.'],
    ['AWB,Status\n', 'The file has no parcels.'],
    [
      'AWB No.\nA1',
      'The file has one column only. It needs a column of tracking numbers, such as AWB, and one named Status.',
    ],
    ['', 'The file is empty.'],
  ])('%j is refused', (text, message) =>
    expect(() => readStatusFile(text)).toThrow(new ImportRefused(message)),
  );

  test('more lines than are possible are refused', () =>
    expect(() => readStatusFile(`AWB,Status\n${'1,Delivered\n'.repeat(maxFileRows + 1)}`)).toThrow(
      `The file has ${maxFileRows + 1} lines; at most ${maxFileRows} are possible.`,
    ));

  test('a number that a spreadsheet was kept from changing is read as it was', () => {
    const lines = readStatusFile('\ufeffAWB;Status\n="00123";Delivered\n\'0456;Delivered\n;\n');
    expect(lines.map(({ raw }) => raw)).toEqual(['00123', '0456']);
  });
});

describe('the plan', () => {
  const order = (trackingId: string, status: OrderStatus, lastNote: string | null = null) => ({
    _id: `id-${trackingId}`,
    reference: `ORD-${trackingId}`,
    status,
    trackingId,
    collect: null,
    lastNote,
  });
  const plan = (file: string, ...orders: ReturnType<typeof order>[]) => {
    const read = readStatusFile(`AWB,Status,Remark\n${file}`);
    const { changes, skipped } = planStatuses(read, orders);
    return {
      changes: changes.map(({ order, kind }) => [order.reference, kind]),
      skipped: skipped.map(({ number, why }) => `${number}: ${why}`),
    };
  };

  test('delivers, notes and returns', () =>
    expect(
      plan(
        'A1,Delivered\nA2,Delivered\nA3,RTO Delivered\nA4,Undelivered,Door locked',
        ...[order('A1', 'Shipped'), order('A2', 'Out for Delivery')],
        ...[order('A3', 'Shipped'), order('a 4', 'Shipped')],
      ),
    ).toEqual({
      changes: [
        ['ORD-A1', 'delivered'],
        ['ORD-A2', 'delivered'],
        ['ORD-A3', 'returned'],
        ['ORD-a 4', 'undelivered'],
      ],
      skipped: [],
    }));

  test('notes the courier’s words in one line', () => {
    const read = readStatusFile('AWB,Status,Remark\nA1,Undelivered,"Locked\tdoor, call 9876543210\u0007"');
    const [change] = planStatuses(read, [order('A1', 'Shipped')]).changes;
    expect(change?.note.trim()).toBe('The courier says: Undelivered, Locked door, call …');
  });

  test('leaves out what is unknown, unclear or impossible', () =>
    expect(
      plan(
        'X1,Delivered\nA1,Delivered\nA2,RTO Delivered\nA3,In Transit\nA4,Delivered\nA4,RTO\nA5,Undelivered,Locked\n,Delivered',
        ...[order('A1', 'Delivered'), order('A2', 'Delivered'), order('A3', 'Shipped')],
        ...[order('A4', 'Shipped'), order('A5', 'Shipped', 'The courier says: Undelivered, Locked')],
      ),
    ).toEqual({
      changes: [],
      skipped: [
        'X1: No order has this number.',
        'A1: ORD-A1: it is already Delivered.',
        'A2: ORD-A2: it is already Delivered.',
        'A3: This status changes nothing.',
        'A4: The file has several statuses of this parcel.',
        'A5: ORD-A5: this is already in the notes.',
        ': It has no tracking number.',
      ],
    }));

  test('a formula is text', () =>
    expect(plan('=1+1,"=HYPERLINK(""http://x"")"\n"=cmd|\' /C calc\'!A0",Delivered')).toEqual({
      changes: [],
      skipped: ['=1+1: No order has this number.', "=cmd|' /C calc'!A0: No order has this number."],
    }));
});
