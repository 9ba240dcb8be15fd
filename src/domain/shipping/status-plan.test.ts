/** What a courier's file changes (docs/desk.md, "Papers and shipping"). */
import { describe, expect, test } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import { readStatusFile } from './status-file.ts';
import { planStatuses } from './status-plan.ts';
import { sampleStates } from './testing/sample-states.ts';

describe('the plan', () => {
  const order = (trackingId: string, status: OrderStatus, lastNote: string | null = null) => ({
    id: `id-${trackingId}`,
    reference: `ORD-${trackingId}`,
    status,
    trackingId,
    collect: null,
    lastNote,
  });
  const plan = (file: string, ...orders: ReturnType<typeof order>[]) => {
    const read = readStatusFile(`AWB,Status,Remark\n${file}\n,,\n`, sampleStates);
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
    const read = readStatusFile(
      'AWB,Status,Remark\nA1,Undelivered,"Locked\tdoor, call 9876543210\u0007"',
      sampleStates,
    );
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

  describe('several lines of one parcel', () => {
    const dated = (lines: string, heading = 'AWB,Status,Scan Date') => {
      const read = readStatusFile(`${heading}\n${lines}\n`, sampleStates);
      const { changes, skipped } = planStatuses(read, [order('A1', 'Shipped')]);
      return [...changes.map(({ kind }) => kind), ...skipped.map(({ why }) => why)];
    };
    const several = ['The file has several statuses of this parcel.'];

    test.each([
      ['the later one wins', 'A1,Delivered,27/11/2026\nA1,In Transit,26/11/2026', ['delivered']],
      [
        'in any order',
        'A1,RTO,02-12-2026\nA1,RTO Delivered,05-12-2026\nA1,Undelivered,28-11-2026',
        ['returned'],
      ],
      [
        'by the time of a day',
        'A1,Undelivered,27 Nov 2026 9:30 AM\nA1,Delivered,27 Nov 2026 1:05 PM',
        ['delivered'],
      ],
      ['of the same moment', 'A1,Delivered,27/11/2026 10:00\nA1,RTO,27/11/2026 10:00', several],
      ['of a day without a time', 'A1,Delivered,27/11/2026 10:00\nA1,RTO,27/11/2026', several],
      ['of which one has no date', 'A1,Delivered,27/11/2026\nA1,RTO,', several],
      ['with dates that are not day first', 'A1,Delivered,11/27/2026\nA1,RTO,11/05/2026', several],
      ['that say the same', 'A1,Delivered,\n a1 ,Delivered,', ['delivered']],
      [
        'of which the last is unknown',
        'A1,Delivered,26/11/2026\nA1,Delivered to the moon,27/11/2026',
        ['The shop does not know this status.'],
      ],
    ])('%s', (_, lines, expected) => expect(dated(lines)).toEqual(expected));

    test('without dates', () => expect(dated('A1,Delivered\nA1,RTO', 'AWB,Status')).toEqual(several));

    test('that name the order by its tracking number and by its reference', () =>
      expect(dated('A1,Delivered,\n,RTO Delivered,#ORD-A1', 'AWB,Status,Order ID')).toEqual(several));
  });

  test('an unknown status is listed first, and changes nothing', () =>
    expect(
      plan('A1,In Transit\nA2,Delivered to wrong address', order('A1', 'Shipped'), order('A2', 'Shipped')),
    ).toEqual({
      changes: [],
      skipped: ['A2: The shop does not know this status.', 'A1: This status changes nothing.'],
    }));

  test('a number of two orders changes neither', () =>
    expect(
      plan('A1,Delivered', order('A1', 'Shipped'), { ...order('a 1', 'Delivered'), id: 'other' }),
    ).toEqual({
      changes: [],
      skipped: ['A1: 2 orders have this number: ORD-A1, ORD-a 1. Please change them by hand.'],
    }));

  test('the end of a file that was cut off changes nothing, nor do other lines of its parcel', () => {
    const cut = (file: string) => {
      const lines = readStatusFile(`AWB,Status,City\n${file}`, sampleStates);
      return planStatuses(lines, [order('A1', 'Shipped')]).skipped.map(({ why }) => why);
    };
    expect(cut('A1,Delivered')).toEqual([
      'The file ends in this line. It may have been cut off: please export it again.',
    ]);
    expect(cut('A1,Delivered,Pune\nA1,RTO')).toEqual(['The file has several statuses of this parcel.']);
  });

  test('a formula is text', () =>
    expect(plan('=1+1,"=HYPERLINK(""http://x"")"\n"=cmd|\' /C calc\'!A0",Delivered')).toEqual({
      changes: [],
      skipped: ['=1+1: No order has this number.', "=cmd|' /C calc'!A0: No order has this number."],
    }));
});
